/** A code that identifies the user of this DingTalk. */
export async function requestAuthCode(corpId: string): Promise<string> {
  // DingTalk's bridge from its npm package: scripts from other hosts are blocked.
  const [{ default: requestCode }] = await Promise.all([
    import('dingtalk-jsapi/api/runtime/permission/requestAuthCode'),
    import('dingtalk-jsapi/entry/union'),
  ])
  const { code } = (await requestCode({ corpId })) as { code: string }
  return code
}

/**
 * A code in the fragment comes from the simulator on a developer's machine; it is removed from the address at once. On
 * a real host such a link could sign a user in as somebody else unnoticed.
 */
export function takeSimulatorCode(): string {
  const code = new URLSearchParams(location.hash.slice(1)).get('code') ?? ''
  if (code) history.replaceState(null, '', location.pathname + location.search)
  return ['127.0.0.1', 'localhost'].includes(location.hostname) ? code : ''
}
