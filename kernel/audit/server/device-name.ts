const systems: [RegExp, string][] = [
  [/iPad/, 'iPad'],
  [/iPhone/, 'iPhone'],
  [/HarmonyOS/i, '鸿蒙手机'],
  [/Android/, 'Android 手机'],
  [/Windows NT/, 'Windows 电脑'],
  [/Macintosh/, 'Mac 电脑'],
  [/Linux/, 'Linux 电脑'],
]
const browsers: [RegExp, string][] = [
  [/DingTalk/i, '钉钉'],
  [/MicroMessenger/i, '微信'],
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/QQBrowser/i, 'QQ浏览器'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const matchName = (agent: string, table: [RegExp, string][], otherwise: string) =>
  table.find(([pattern]) => pattern.test(agent))?.[1] ?? otherwise

/** A readable name of a browser. */
export const getDeviceName = (agent: string) =>
  `${matchName(agent, systems, '未知设备')}，${matchName(agent, browsers, '其他浏览器')}`
