/** Whether this page runs in DingTalk's browser. */
export const isInDingTalk = (agent = navigator.userAgent) => /DingTalk/i.test(agent)

/**
 * Opens an application: in a new window, or in the same one inside DingTalk, which has no second window. `getAddress`
 * loads its address; when it throws, the error is passed on and the new window is closed. `blocked`: the browser
 * opened no window.
 */
export async function openApplication(getAddress: () => Promise<string>): Promise<'opened' | 'blocked'> {
  if (isInDingTalk()) {
    location.assign(requireWebAddress(await getAddress()))
    return 'opened'
  }
  // During the click: browsers block a window that opens only after an answer.
  const opened = window.open('', '_blank')
  if (!opened) return 'blocked'
  // The new window gets no access to this one.
  opened.opener = null
  try {
    opened.location.replace(requireWebAddress(await getAddress()))
    return 'opened'
  } catch (error) {
    opened.close()
    throw error
  }
}

/** Never a script: until it navigates away, the new window has our origin. */
function requireWebAddress(address: string) {
  const url = new URL(address, location.origin)
  if (!/^https?:$/.test(url.protocol)) throw new Error('仅支持 http 或 https 协议')
  return url.href
}
