/**
 * Public holidays as announced by the State Council, with their make-up days. A year is added when it is announced,
 * usually in November of the year before; until then a district may enter it.
 */
interface Holiday {
  name: string
  from: string
  to: string
  /**
   * Working weekends: day → the weekday whose lessons take place. The announcement does not give the weekday; this is
   * the usual order, the first make-up day for the first day swapped. Districts and schools may override it.
   */
  madeUp?: Readonly<Record<string, number>>
}

const holidaysByYear: Readonly<Record<number, readonly Holiday[]>> = {
  2025: [
    { name: '元旦', from: '2025-01-01', to: '2025-01-01' },
    { name: '春节', from: '2025-01-28', to: '2025-02-04', madeUp: { '2025-01-26': 1, '2025-02-08': 2 } },
    { name: '清明节', from: '2025-04-04', to: '2025-04-06' },
    { name: '劳动节', from: '2025-05-01', to: '2025-05-05', madeUp: { '2025-04-27': 1 } },
    { name: '端午节', from: '2025-05-31', to: '2025-06-02' },
    { name: '国庆节、中秋节', from: '2025-10-01', to: '2025-10-08', madeUp: { '2025-09-28': 2, '2025-10-11': 3 } },
  ],
  2026: [
    { name: '元旦', from: '2026-01-01', to: '2026-01-03', madeUp: { '2026-01-04': 5 } },
    { name: '春节', from: '2026-02-15', to: '2026-02-23', madeUp: { '2026-02-14': 5, '2026-02-28': 1 } },
    { name: '清明节', from: '2026-04-04', to: '2026-04-06' },
    { name: '劳动节', from: '2026-05-01', to: '2026-05-05', madeUp: { '2026-05-09': 2 } },
    { name: '端午节', from: '2026-06-19', to: '2026-06-21' },
    { name: '中秋节', from: '2026-09-25', to: '2026-09-27' },
    { name: '国庆节', from: '2026-10-01', to: '2026-10-07', madeUp: { '2026-09-20': 2, '2026-10-10': 3 } },
  ],
}

interface NationalDay {
  kind: 'rest' | 'make-up'
  name: string
  asWeekday: number | null
}

export const isYearAnnounced = (year: number) => year in holidaysByYear

/** The national entry for a day, if any. */
export function findNationalDay(day: string): NationalDay | undefined {
  for (const { name, from, to, madeUp } of holidaysByYear[Number(day.slice(0, 4))] ?? []) {
    if (day >= from && day <= to) return { kind: 'rest', name, asWeekday: null }
    const asWeekday = madeUp?.[day]
    if (asWeekday !== undefined) return { kind: 'make-up', name: `${name}调休`, asWeekday }
  }
  return undefined
}
