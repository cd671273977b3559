/** 长期, 2026-09-01 起, 至 2027-01-31, or both days. */
export function dateRangeText({ from, to }: { from: string | null; to: string | null }) {
  if (from && to) return `${from} 至 ${to}`
  if (from) return `${from} 起`
  return to ? `至 ${to}` : '长期'
}
