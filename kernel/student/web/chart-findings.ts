import type { ChartContent } from '#packages/web/desk/board/chart-card.tsx'
import { missingFieldLabels, type SchoolFigures, type MissingField } from '../contract.ts'

const studentListUrl = '/baseData/Student'
const getNodeUrl = (...ids: readonly string[]) => `${studentListUrl}?node=${ids.map(encodeURIComponent).join('/')}`
const getMissingFieldUrl = (field: MissingField) => `${studentListUrl}?lacks=${field}`

interface ChartPart {
  name: string
  total: number
  note: string
  to: string
}

/** By grade; by class if the user has one grade or only some classes. */
const listChartParts = ({ isWhole, grades, classes }: SchoolFigures, orgId: string): ChartPart[] =>
  isWhole && grades.length > 1
    ? grades.map(({ id, name, total, classes: count }) => ({
        name,
        total,
        note: `${count} 个班`,
        to: getNodeUrl(orgId, id),
      }))
    : classes.map(({ id, gradeId, label, total, males, females }) => ({
        name: label,
        total,
        note: `男 ${males} 女 ${females}`,
        to: getNodeUrl(orgId, gradeId, id),
      }))

/** Differences below this part of the largest value count as equal. */
const equalityTolerance = 0.05

/** The largest and smallest parts, or that they are equal. */
export function getSizesChart(figures: SchoolFigures, orgId: string): ChartContent {
  const parts = listChartParts(figures, orgId)
  const totals = parts.map(({ total }) => total)
  const [most, least] = [Math.max(...totals), Math.min(...totals)]
  const isEqual = most - least <= most * equalityTolerance
  const named = (total: number) =>
    parts
      .filter((part) => part.total === total)
      .map(({ name }) => name)
      .join('、')
  const range = most === least ? `均为 ${most} 人` : `${least}–${most} 人`
  const what = figures.isWhole && figures.grades.length > 1 ? '各年级' : '各班'
  return {
    finding: isEqual
      ? `${what}人数相近，${range}`
      : parts.length === 2
        ? parts.map(({ name, total }) => `${name} ${total} 人`).join('，')
        : `${named(most)}最多 ${most} 人，${named(least)}最少 ${least} 人`,
    marks: parts.map(({ name, total, note, to }) => ({
      label: name,
      values: [total],
      note,
      links: [to],
      isHighlighted: isEqual || total === most || total === least,
    })),
  }
}

const getCompleteShare = (count: number, total: number) =>
  total === 0 ? 100 : Math.floor(((total - count) / total) * 1000) / 10

/** The most frequent missing fields. */
export function getFilesChart({ total, complete, missing }: SchoolFigures): ChartContent {
  const most = Math.max(...missing.map(({ count }) => count), 0)
  const worst = missing.filter(({ count }) => count === most)
  const names = worst.map(({ field }) => missingFieldLabels[field]).join('、')
  return {
    finding: most === 0 ? `${total} 名学生资料齐全` : `${most} 人缺${names}，资料齐全 ${complete} 人`,
    marks: missing.map(({ field, count }) => ({
      label: missingFieldLabels[field],
      values: [getCompleteShare(count, total)],
      isHighlighted: count === most,
      note: count === 0 ? '齐全' : `缺 ${count} 人`,
      links: [count === 0 ? studentListUrl : getMissingFieldUrl(field)],
    })),
  }
}
