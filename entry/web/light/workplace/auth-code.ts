/** A code that stands for whoever uses this DingTalk. */
export async function requestAuthCode(corpId: string): Promise<string> {
  // DingTalk's own bridge, from its package: a script from another host is not let in.
  const [{ default: requestCode }] = await Promise.all([
    import('dingtalk-jsapi/api/runtime/permission/requestAuthCode'),
    import('dingtalk-jsapi/entry/union'),
  ])
  const { code } = (await requestCode({ corpId })) as { code: string }
  return code
}

/**
 * A code behind the # comes from the simulator, on the machine of whoever develops; it leaves the address at once. On a
 * real host such a link could let somebody in as somebody else without their noticing.
 */
export function takeSimulatorCode(): string {
  const code = new URLSearchParams(location.hash.slice(1)).get('code') ?? ''
  if (code) history.replaceState(null, '', location.pathname + location.search)
  return ['127.0.0.1', 'localhost'].includes(location.hostname) ? code : ''
}
