/** Whether this page is shown by DingTalk's own browser. */
export const isInDingTalk = (agent = navigator.userAgent) => /DingTalk/i.test(agent)

/**
 * Opens an application: DingTalk has no second window, everywhere else the portal stays where it is. `addressOf` asks
 * where it is; what it throws is thrown on, and no window is left behind. `blocked`: the browser opened none.
 */
export async function openApplication(getAddress: () => Promise<string>): Promise<'opened' | 'blocked'> {
  if (isInDingTalk()) {
    location.assign(requireWebAddress(await getAddress()))
    return 'opened'
  }
  // In the moment of the press: a window that only opens once an answer has come is taken for an advertisement.
  const opened = window.open('', '_blank')
  if (!opened) return 'blocked'
  // What opens in it cannot reach back.
  opened.opener = null
  try {
    opened.location.replace(requireWebAddress(await getAddress()))
    return 'opened'
  } catch (error) {
    opened.close()
    throw error
  }
}

/** Never a script: until it has gone elsewhere, the new window is one of ours. */
function requireWebAddress(address: string) {
  const url = new URL(address, location.origin)
  if (!/^https?:$/.test(url.protocol)) throw new Error('仅支持 http 或 https 协议')
  return url.href
}
