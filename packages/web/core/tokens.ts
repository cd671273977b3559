/** Every colour and size of the product, once: the desk makes antd's theme of them, and pages read them as CSS properties. */
export const colors = {
  /** Logo, selected edges, first chart colour. Too light to carry text or to lie under white text. */
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
  /** On the strip that says one is a visitor. */
  awayText: '#6b4600',
  error: '#b42318',
  errorHover: '#8f1a12',
  errorTint: '#fff1f0',
  errorEdge: '#f3b8b3',
  closed: '#595959',
  closedTint: '#f0f0f0',
  closedEdge: '#d4d4d4',
  waitingTint: '#e5e5e5',

  /** The wing of the company that people know; beside our words, never under them. */
  dingtalk: '#1677ff',

  avatar: '#304156',
  onAvatar: '#ffffff',

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
} as const

export const sizes = {
  menuWidth: 210,
  barHeight: 50,
  phoneBarHeight: 48,
  row: 39,
  treeRow: 30,
  treeWidth: 224,
  drawerWidth: 460,
  gap: 12,
  gutter: 16,
  radius: 6,
  radiusLayer: 8,
} as const

export const shadows = {
  shadowLayer: '0 6px 20px rgb(16 24 40 / 16%)',
  shadowDrawer: '-6px 0 20px rgb(16 24 40 / 12%)',
  shadowLogin: '0 12px 40px rgb(24 60 100 / 14%)',
} as const

// Not system-ui: on Linux it is a Latin face, and letters and figures would not match the Chinese beside them.
export const font =
  '"PingFang SC", "Microsoft YaHei UI", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif'

/** Below this width there is no side menu, and lists are cards. */
export const phoneBelow = 992
export const phoneMedia = `(max-width: ${phoneBelow - 0.02}px)`

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The tokens as CSS custom properties: `primaryHover` is `--primary-hover`, sizes are in pixels. */
export function tokenProperties(): [name: string, value: string][] {
  const entries: [string, string | number][] = [
    ...Object.entries({ ...colors, ...shadows, font }),
    ...Object.entries(sizes),
  ]
  return entries.map(([name, value]) => [`--${kebab(name)}`, typeof value === 'number' ? `${value}px` : value])
}

export function writeTokens(element: HTMLElement) {
  for (const [name, value] of tokenProperties()) element.style.setProperty(name, value)
}
