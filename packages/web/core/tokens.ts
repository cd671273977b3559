/**
 * Every colour and size of the product: the desk derives antd's theme from them, and pages use them as CSS properties.
 */
export const colors = {
  /** Logo, selected borders, first chart colour. Too light for text, and as a background of white text. */
  brand: '#1890ff',
  primary: '#0b6bcb',
  primaryHover: '#0958b3',
  primaryActive: '#074a97',
  primaryTint: '#e6f4ff',
  primaryEdge: '#91caff',
  focusHalo: '#d6ebff',
  onPrimary: '#ffffff',

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

  /** The colour of DingTalk's logo; beside our text, never behind it. */
  dingtalk: '#1677ff',

  avatar: '#304156',
  onAvatar: '#ffffff',

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
  flag: '#c93b2d',
  flagPole: '#8fa0b1',
  skyText: '#2f3b48',
  skyTextSecond: '#46525f',
  skyRule: '#b2c1d1',
  aside: '#f6f9fc',
  asideEdge: '#e8edf2',

  /** Count badges. */
  count: '#c8102e',
  tagEdge: '#a6d2fb',
  /** Text on `primaryTint`. */
  noteText: '#0a4f96',
  /** A field that was filled in automatically. */
  filled: '#f6f6f6',
  toast: '#262626',
} as const

/** 大字: darker, with heavier borders. Other colours stay. */
export const bigColors: Partial<Record<keyof typeof colors, string>> = {
  text: '#000000',
  textSecond: '#262626',
  textThird: '#404040',
  textFourth: '#595959',
  primary: '#0958b3',
  primaryHover: '#074a97',
  primaryActive: '#063c7a',
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

export const shadows = {
  shadowFoot: '0 -2px 8px rgb(0 0 0 / 4%)',
  shadowTile: '0 2px 8px rgb(24 60 100 / 10%)',
  shadowLayer: '0 6px 20px rgb(16 24 40 / 16%)',
  shadowDrawer: '-6px 0 20px rgb(16 24 40 / 12%)',
  shadowLogin: '0 12px 40px rgb(24 60 100 / 14%)',
} as const

// Not system-ui: on Linux it is a Latin font, and letters and figures would not match the Chinese text.
export const font =
  '"PingFang SC", "Microsoft YaHei UI", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif'

/** Below this width there is no side menu, and lists are cards. */
export const desktopMinWidth = 992

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The tokens as CSS custom properties: `primaryHover` is `--primary-hover`, sizes are in pixels. */
export function getTokenProperties(isBig = false): [name: string, value: string][] {
  const entries: [string, string | number][] = [
    ...Object.entries({ ...colors, ...(isBig && bigColors), ...shadows, font }),
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

export function writeTokens(element: HTMLElement, isBig = false) {
  for (const [name, value] of getTokenProperties(isBig)) element.style.setProperty(name, value)
  element.toggleAttribute('data-big', isBig)
}
