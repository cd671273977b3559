/** Whether a parameter of the address is a day. */
export const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)
