/**
 * The holidays as the State Council announced them, and the weekends on which they are made up for. A year comes into
 * this table when it has been announced (usually in November of the year before); until then a district may enter it.
 */
interface Holiday {
  name: string
  from: string
  to: string
  /**
   * Working days at weekends: day → the weekday whose lessons are held. The announcement does not say which; this is the
   * usual order, the first such weekend for the first day that was swapped. A district or a school may say otherwise.
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

/** What the State Council says of a day, if anything. */
export function findNationalDay(day: string): NationalDay | undefined {
  for (const { name, from, to, madeUp } of holidaysByYear[Number(day.slice(0, 4))] ?? []) {
    if (day >= from && day <= to) return { kind: 'rest', name, asWeekday: null }
    const asWeekday = madeUp?.[day]
    if (asWeekday !== undefined) return { kind: 'make-up', name: `${name}调休`, asWeekday }
  }
  return undefined
}
