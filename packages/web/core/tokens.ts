/**
 * Every colour and size of the product: the desk derives antd's theme from them, and pages use them as CSS properties.
 */
/** The same in both themes: colours of things that bring their own background. */
const fixedColors = {
  /** Logo, selected borders, first chart colour. Too light for text, and as a background of white text. */
  brand: '#1890ff',
  onBrand: '#ffffff',
  /** The colour of DingTalk's logo; beside our text, never behind it. */
  dingtalk: '#1677ff',
  flag: '#c93b2d',
  /** Count badges. */
  count: '#c8102e',
  onCount: '#ffffff',
  onAvatar: '#ffffff',
  menuTextHover: '#ffffff',
  /** What is printed, signed or scanned: white paper in the dark theme too. */
  paper: '#ffffff',
  ink: '#1d1d1d',
  inkSecond: '#595959',
  onHero: '#ffffff',
  heroNote: '#e6f4ff',
  onToast: '#ffffff',
  toastSuccess: '#b7dfa0',
  toastError: '#f3b8b3',
  toastLink: '#91caff',
} as const

export const colors = {
  ...fixedColors,
  primary: '#0b6bcb',
  primaryHover: '#0958b3',
  primaryActive: '#074a97',
  primaryTint: '#e6f4ff',
  primaryEdge: '#91caff',
  focusHalo: '#d6ebff',
  onPrimary: '#ffffff',
  /** The coloured head of a page on a phone. */
  hero: '#0b6bcb',
  heroHover: '#0958b3',

  menu: '#304156',
  menuSub: '#263445',
  menuSelected: '#1f2d3d',
  menuText: '#bfcbd9',
  menuTextSelected: '#91caff',
  menuLine: '#3d4f66',

  page: '#f2f2f2',
  card: '#ffffff',
  cardEdge: '#e5e5e5',
  head: '#fafafa',
  line: '#ededed',
  barLine: '#ececec',
  rowHover: '#f2f7fc',
  buttonHover: '#f2f2f2',
  skeleton: '#ececec',
  mask: 'rgb(0 0 0 / 45%)',
  veil: 'rgb(255 255 255 / 94%)',

  text: '#1d1d1d',
  textSecond: '#595959',
  textThird: '#6b6b6b',
  textFourth: '#767676',
  fieldEdge: '#8a919c',
  buttonEdge: '#b9bec7',

  success: '#1d7a1d',
  successTint: '#f6ffed',
  successEdge: '#b7dfa0',
  warning: '#8a5a00',
  warningTint: '#fffbe6',
  warningEdge: '#ecd98a',
  /** On the strip for visitors. */
  awayText: '#6b4600',
  error: '#b42318',
  errorHover: '#8f1a12',
  errorTint: '#fff1f0',
  errorEdge: '#f3b8b3',
  closed: '#595959',
  closedTint: '#f0f0f0',
  closedEdge: '#d4d4d4',
  waitingTint: '#e5e5e5',

  avatar: '#304156',

  /** Chart values that the title does not mention: too light to be shown without a printed value. */
  chartRest: '#b9c5d2',

  drawLine: '#7d93aa',
  drawFill: '#eef5fc',
  drawGround: '#c3ceda',
  drawMuted: '#b3c4d5',

  skyTop: '#e3edf7',
  skyMiddle: '#eff5fa',
  skyLow: '#f9f7f1',
  skyGlow: '#f9fbfd',
  hillFar: '#dae4ee',
  hillMiddle: '#c9d7e4',
  hillNear: '#bccddc',
  school: '#b3c4d5',
  schoolWindow: '#e9f0f7',
  tree: '#a9bed0',
  flagPole: '#8fa0b1',
  skyText: '#2f3b48',
  skyTextSecond: '#46525f',
  skyRule: '#b2c1d1',
  aside: '#f6f9fc',
  asideEdge: '#e8edf2',

  tagEdge: '#a6d2fb',
  /** Text on `primaryTint`. */
  noteText: '#0a4f96',
  /** A field that was filled in automatically. */
  filled: '#f6f6f6',
  toast: '#262626',
} as const

export type ColorName = keyof typeof colors

/** The dark theme: every colour again. What lies above is lighter than what lies below; text on `primary` is dark. */
export const darkColors: Readonly<Record<ColorName, string>> = {
  ...fixedColors,
  primary: '#6db3ff',
  primaryHover: '#93c8ff',
  primaryActive: '#b5d9ff',
  primaryTint: '#142f4d',
  primaryEdge: '#33669e',
  focusHalo: '#1d4268',
  onPrimary: '#06182e',
  hero: '#15385f',
  heroHover: '#1d4a7c',

  menu: '#1a2129',
  menuSub: '#12171d',
  menuSelected: '#12293f',
  menuText: '#b7c2ce',
  menuTextSelected: '#91caff',
  menuLine: '#2b3643',

  page: '#14181d',
  card: '#1c2128',
  cardEdge: '#333b45',
  head: '#22282f',
  line: '#2c333c',
  barLine: '#2c333c',
  rowHover: '#222d39',
  buttonHover: '#2a323b',
  skeleton: '#2c343d',
  mask: 'rgb(0 0 0 / 60%)',
  veil: 'rgb(28 33 40 / 94%)',

  text: '#e7eaee',
  textSecond: '#b6bec8',
  textThird: '#a0aab5',
  textFourth: '#939da9',
  fieldEdge: '#7d8896',
  buttonEdge: '#545f6c',

  success: '#7ed087',
  successTint: '#16301b',
  successEdge: '#356d3c',
  warning: '#e3b55a',
  warningTint: '#33290f',
  warningEdge: '#6f5a22',
  awayText: '#f0d48a',
  error: '#ff9388',
  errorHover: '#ffb5ad',
  errorTint: '#372021',
  errorEdge: '#7d403b',
  closed: '#b6bec8',
  closedTint: '#2a3139',
  closedEdge: '#454f5a',
  waitingTint: '#343c46',

  avatar: '#3c5069',

  chartRest: '#5d6b7a',

  drawLine: '#7d93aa',
  drawFill: '#232d38',
  drawGround: '#3b4856',
  drawMuted: '#4c5c6d',

  // The school at night, with light in its windows.
  skyTop: '#131c27',
  skyMiddle: '#17212d',
  skyLow: '#1c2734',
  skyGlow: '#2a3a4b',
  hillFar: '#1d2936',
  hillMiddle: '#19232e',
  hillNear: '#151e28',
  school: '#2c3b4a',
  schoolWindow: '#c2a869',
  tree: '#22303d',
  flagPole: '#66758a',
  skyText: '#dbe3ec',
  skyTextSecond: '#b3bfcb',
  skyRule: '#3b4958',
  aside: '#181e25',
  asideEdge: '#2c343e',

  tagEdge: '#33669e',
  noteText: '#a9d3ff',
  filled: '#252c34',
  toast: '#3a434e',
}

/** 大字: darker, with heavier borders. Other colours stay. */
const bigColors: Partial<Record<ColorName, string>> = {
  text: '#000000',
  textSecond: '#262626',
  textThird: '#404040',
  textFourth: '#595959',
  primary: '#0958b3',
  primaryHover: '#074a97',
  primaryActive: '#063c7a',
  hero: '#0958b3',
  heroHover: '#074a97',
  fieldEdge: '#6b7280',
  buttonEdge: '#8c8c8c',
  cardEdge: '#8c8c8c',
  warning: '#6b4600',
  error: '#8f1a12',
  menu: '#1f2d3d',
  menuSub: '#1a2633',
  menuSelected: '#14202c',
  menuText: '#ffffff',
}

/** 大字 in the dark theme: lighter text and edges. */
const bigDarkColors: Partial<Record<ColorName, string>> = {
  text: '#ffffff',
  textSecond: '#e3e7ec',
  textThird: '#cdd4dc',
  textFourth: '#b6bec8',
  primary: '#93c8ff',
  primaryHover: '#b5d9ff',
  primaryActive: '#d3e8ff',
  fieldEdge: '#a7b1bd',
  buttonEdge: '#8b96a3',
  cardEdge: '#7d8896',
  warning: '#f0cf85',
  error: '#ffb5ad',
  menuText: '#ffffff',
}

/** What the user has chosen for every page: 大字, and the theme. */
export interface Appearance {
  isBig: boolean
  isDark: boolean
}

export function getColors({ isBig, isDark }: Appearance): Readonly<Record<ColorName, string>> {
  if (isDark) return isBig ? { ...darkColors, ...bigDarkColors } : darkColors
  return isBig ? { ...colors, ...bigColors } : colors
}

export const sizes = {
  menuWidth: 210,
  menuCollapsed: 64,
  tagsHeight: 34,
  barHeight: 50,
  phoneBarHeight: 48,
  row: 39,
  treeRow: 30,
  treeWidth: 224,
  drawerWidth: 460,
  asideWidth: 264,
  gap: 12,
  gutter: 16,
  radius: 6,
  radiusLayer: 8,
} as const

/**
 * Sizes of text, lines and their containers. Each is named after its normal size: `--type-14` is 14 px, and 18 px with
 * large text. No element with text has a height in plain pixels.
 */
export const fontSizes = {
  10: 18,
  12: 18,
  13: 18,
  14: 18,
  15: 20,
  16: 20,
  17: 22,
  18: 20,
  20: 24,
  22: 28,
  24: 32,
  28: 32,
  32: 32,
  34: 36,
} as const
export const lineHeights = { 18: 26, 20: 28, 22: 28, 24: 30, 28: 34, 30: 36, 32: 44, 34: 44, 36: 44, 40: 44 } as const
export const controlHeights = {
  22: 32,
  26: 60,
  28: 60,
  30: 60,
  31: 60,
  32: 60,
  34: 60,
  36: 60,
  38: 60,
  39: 64,
  40: 60,
  42: 64,
  44: 60,
  46: 60,
  47: 72,
  48: 64,
  50: 64,
  52: 64,
  56: 72,
  60: 80,
  72: 96,
  74: 96,
} as const

const shadows = {
  shadowFoot: '0 -2px 8px rgb(0 0 0 / 4%)',
  shadowTile: '0 2px 8px rgb(24 60 100 / 10%)',
  shadowLayer: '0 6px 20px rgb(16 24 40 / 16%)',
  shadowDrawer: '-6px 0 20px rgb(16 24 40 / 12%)',
  shadowLogin: '0 12px 40px rgb(24 60 100 / 14%)',
} as const

/** A shadow is hardly visible on a dark page, so a thin line goes with it. */
const darkShadows: Record<keyof typeof shadows, string> = {
  shadowFoot: '0 -2px 8px rgb(0 0 0 / 40%)',
  shadowTile: '0 2px 8px rgb(0 0 0 / 45%)',
  shadowLayer: '0 6px 20px rgb(0 0 0 / 55%), 0 0 0 1px rgb(255 255 255 / 9%)',
  shadowDrawer: '-6px 0 20px rgb(0 0 0 / 50%), 0 0 0 1px rgb(255 255 255 / 9%)',
  shadowLogin: '0 12px 40px rgb(0 0 0 / 45%)',
}

export const getShadows = (isDark: boolean) => (isDark ? darkShadows : shadows)

// Not system-ui: on Linux it is a Latin font, and letters and figures would not match the Chinese text.
export const font =
  '"PingFang SC", "Microsoft YaHei UI", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif'

/** Below this width there is no side menu, and lists are cards. */
export const desktopMinWidth = 992

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The tokens as CSS custom properties: `primaryHover` is `--primary-hover`, sizes are in pixels. */
export function getTokenProperties(appearance: Appearance): [name: string, value: string][] {
  const { isBig, isDark } = appearance
  const entries: [string, string | number][] = [
    ...Object.entries({ ...getColors(appearance), ...getShadows(isDark), font }),
    ...Object.entries(sizes),
    ...scaleTokens('type', fontSizes, isBig),
    ...scaleTokens('line', lineHeights, isBig),
    ...scaleTokens('high', controlHeights, isBig),
  ]
  return toCssProperties(entries)
}

export const toCssProperties = (entries: readonly [string, string | number][]) =>
  entries.map(([name, value]): [string, string] => [
    `--${kebab(name)}`,
    typeof value === 'number' ? `${value}px` : value,
  ])

const scaleTokens = (kind: string, table: Readonly<Record<number, number>>, isBig: boolean) =>
  Object.entries(table).map(([normal, big]): [string, number] => [`${kind}-${normal}`, isBig ? big : Number(normal)])

export function writeTokens(element: HTMLElement, appearance: Appearance) {
  for (const [name, value] of getTokenProperties(appearance)) element.style.setProperty(name, value)
  element.toggleAttribute('data-big', appearance.isBig)
}
