import { toCssProperties, type Appearance } from './tokens.ts'

/** The viewer is dark in both themes. */
const viewerColors = {
  viewerMask: 'rgb(15 20 28 / 92%)',
  viewerBar: '#141a22',
  viewerText: '#d5dde6',
  viewerHover: '#2a3441',
  viewerList: '#1b222c',
  viewerChosen: '#3b4149',
  viewerLine: '#5a636e',
  viewerFrame: '#dfe2e6',
  viewerFocus: '#91caff',
  onViewer: '#ffffff',
} as const

/** Tokens of the desk only: separate, because phones load the other file before anything is shown. */
export const deskColors = {
  ...viewerColors,
  /** Background of the selection bar of a list; text on it is `primaryHover`. */
  selectTint: '#d9edff',
  selectEdge: '#a9d3f8',
  /** Background of a ticked row. */
  ticked: '#eef6ff',
  favourite: '#b37d00',
  drawerMask: 'rgb(16 28 42 / 38%)',
  /** Drop allowed, and drop not allowed. */
  mayEdge: '#4f9d3f',
  mayTint: '#f0fae9',
  mayNotTint: '#ececec',
  /** Border of an invalid cell; the uncertain part of a bar. */
  wrongEdge: '#d9746b',
  unsure: '#d99b1c',
} as const

export const darkDeskColors: Readonly<Record<keyof typeof deskColors, string>> = {
  ...viewerColors,
  selectTint: '#183a5e',
  selectEdge: '#356597',
  ticked: '#19293a',
  favourite: '#e3b55a',
  drawerMask: 'rgb(0 0 0 / 55%)',
  mayEdge: '#5fae4e',
  mayTint: '#18331c',
  mayNotTint: '#2a2f36',
  wrongEdge: '#d9746b',
  unsure: '#d99b1c',
}

/** In this order. More than six series become 其他; from the fourth on they need patterns too. */
export const chartColors = ['#1890ff', '#9800a0', '#207048', '#909018', '#d850a8', '#383830'] as const
/** For the dark theme, and for large screens in halls. */
export const darkChartColors = ['#1890ff', '#ff9c3c', '#2fd69b', '#f0b8f8', '#fff2a8', '#9aa3b5'] as const

type ColorPair = readonly [glyph: string, tint: string]

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
} as const satisfies Record<string, ColorPair>

export const darkCategoryColors: Readonly<Record<keyof typeof categoryColors, ColorPair>> = {
  teaching: ['#7db9ff', '#142f4d'],
  pupils: ['#7ccfa3', '#153428'],
  office: ['#b3b7ff', '#2a2c56'],
  teachers: ['#e5a0eb', '#3c1e40'],
  enrolment: ['#e6b765', '#392a11'],
  families: ['#f59fcd', '#431f34'],
  safety: ['#72cfd8', '#11353a'],
  assets: ['#cfcf74', '#30300f'],
}

/** The desk's tokens as CSS custom properties: `--viewer-bar`, `--chart-1`, `--category-office-tint`. */
export const getDeskProperties = (isDark: boolean): [name: string, value: string][] =>
  toCssProperties([
    ...Object.entries(isDark ? darkDeskColors : deskColors),
    ...(isDark ? darkChartColors : chartColors).map((color, at): [string, string] => [`chart-${at + 1}`, color]),
    ...Object.entries<ColorPair>(isDark ? darkCategoryColors : categoryColors).flatMap(
      ([name, [glyph, tint]]): [string, string][] => [
        [`category-${name}`, glyph],
        [`category-${name}-tint`, tint],
      ],
    ),
  ])

/** In addition to `writeTokens`; large text changes none of them. */
export function writeDeskTokens(element: HTMLElement, { isDark }: Appearance) {
  for (const [name, value] of getDeskProperties(isDark)) element.style.setProperty(name, value)
}
