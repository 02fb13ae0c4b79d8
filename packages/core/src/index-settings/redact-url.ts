/** The text with user name and password, or token, of every URL in it replaced by `****`: for messages and logs. */
export function redactUrl(text: string): string {
  // Up to the last @ of the authority, since people leave an @ in a password as it is.
  return text.replace(/(?<=:\/\/)[^\s/?#]*@/g, '****@')
}
