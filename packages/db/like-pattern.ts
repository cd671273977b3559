/** A LIKE pattern that finds this text anywhere, literally: wildcards are escaped. */
export const toLikePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
