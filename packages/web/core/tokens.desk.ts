import { toCssProperties } from './tokens.ts'

/** Tokens of the desk only: separate, because phones load the other file before anything is shown. */
export const deskColors = {
  /** Background of the selection bar of a list; text on it is `primaryHover`. */
  selectTint: '#d9edff',
  selectEdge: '#a9d3f8',
  /** Background of a ticked row. */
  ticked: '#eef6ff',
  favourite: '#b37d00',
  drawerMask: 'rgb(16 28 42 / 38%)',
  viewerMask: 'rgb(15 20 28 / 92%)',
  viewerBar: '#141a22',
  viewerText: '#d5dde6',
  viewerHover: '#2a3441',
  viewerList: '#1b222c',
  viewerChosen: '#3b4149',
  viewerLine: '#5a636e',
  viewerFrame: '#dfe2e6',
  onViewer: '#ffffff',
  paper: '#e9eaec',
  /** Drop allowed, and drop not allowed. */
  mayEdge: '#4f9d3f',
  mayTint: '#f0fae9',
  mayNotTint: '#ececec',
  /** Border of an invalid cell; the uncertain part of a bar. */
  wrongEdge: '#d9746b',
  unsure: '#d99b1c',
} as const

/** In this order. More than six series become 其他; from the fourth on they need patterns too. */
export const chartColors = ['#1890ff', '#9800a0', '#207048', '#909018', '#d850a8', '#383830'] as const
/** Values that the chart title does not mention; they are printed beside the chart. */
export const chartContext = '#b9c5d2'
/** For large screens in halls. */
export const darkChartColors = ['#1890ff', '#ff9c3c', '#2fd69b', '#f0b8f8', '#fff2a8', '#9aa3b5'] as const

/** The colour of an application category: icon and background. */
export const categoryColors = {
  teaching: ['#0b6bcb', '#e6f4ff'],
  pupils: ['#207048', '#e6f4ec'],
  office: ['#4a4fb8', '#ecedfb'],
  teachers: ['#8a1c91', '#f7e9f8'],
  enrolment: ['#8a5a00', '#fdf1de'],
  families: ['#b02c7e', '#fdebf5'],
  safety: ['#0d6a73', '#e2f3f4'],
  assets: ['#66660f', '#f0f0dc'],
} as const

/** The desk's tokens as CSS custom properties: `--viewer-bar`, `--chart-1`, `--category-office-tint`. */
export const getDeskProperties = (): [name: string, value: string][] =>
  toCssProperties([
    ...Object.entries(deskColors),
    ...chartColors.map((color, at): [string, string] => [`chart-${at + 1}`, color]),
    ['chartContext', chartContext],
    ...Object.entries(categoryColors).flatMap(([name, [glyph, tint]]): [string, string][] => [
      [`category-${name}`, glyph],
      [`category-${name}-tint`, tint],
    ]),
  ])

/** In addition to `writeTokens`; large text changes none of them. */
export function writeDeskTokens(element: HTMLElement) {
  for (const [name, value] of getDeskProperties()) element.style.setProperty(name, value)
}
