/** A change in a table that is announced: which stream records show it, and what the event says. */
export interface Transition {
  /** Detail type of the event. */
  readonly detailType: string;
  /** Event patterns of the stream records that show it, at most five; pipes cannot filter by a record's event name. */
  readonly patterns: readonly Readonly<Record<string, unknown>>[];
  /** Template of the event's detail. */
  readonly inputTemplate: string;
}

/** The fields of an event: each the path of a value in the new image, with the types of DynamoDB, or an object of more. */
export interface Fields {
  readonly [name: string]: string | Fields;
}

/**
 * The template of an event's detail. Placeholders have no quotes: a pipe then renders JSON strings with quotes of their own.
 * AWS does not document whether it escapes their contents, nor how it renders a missing path. So use only attributes that
 * every such record has, and whose values look the same either way. Numbers are strings in a stream, and so in the event.
 */
export function detailOf(fields: Fields): string {
  const rendered = Object.entries(fields).map(([name, value]) => {
    return `"${name}": ${typeof value === 'string' ? `<$.dynamodb.NewImage.${value}>` : detailOf(value)}`;
  });
  return `{${rendered.join(', ')}}`;
}
