/** What LIKE looks for to find these words anywhere, taken literally: a per cent sign that was typed is one. */
export const toLikePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
