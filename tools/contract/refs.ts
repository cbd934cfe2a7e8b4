/** A reference to a schema of the document. */
export function schemaRef(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** A reference to a response of the document. */
export function responseRef(name: string): { readonly $ref: string } {
  return { $ref: `#/components/responses/${name}` };
}

/** A reference to a response header of the document. */
export function headerRef(name: string): { readonly $ref: string } {
  return { $ref: `#/components/headers/${name}` };
}
