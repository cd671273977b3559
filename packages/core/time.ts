const shanghai = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' })

/** The calendar day in China at that moment, as 2026-11-15. Time is stored in UTC and lived in Asia/Shanghai. */
export const dayOf = (moment: Date) => shanghai.format(moment)
