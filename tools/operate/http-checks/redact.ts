/** Returns a function that takes session ids out of a text, in each form in which a service may echo them. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const forms = secrets.flatMap((secret) => [JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), secret]);
  return (text) => forms.reduce((clean, form) => clean.replaceAll(form, '[session id]'), text);
}
