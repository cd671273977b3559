/** Whether this page is shown by DingTalk's own browser. */
export const isInDingTalk = (agent = navigator.userAgent) => /DingTalk/i.test(agent)

/** Opens an application: DingTalk has no second window, everywhere else the portal stays where it is. */
export function openApplication(url: string) {
  if (isInDingTalk()) location.assign(url)
  else window.open(url, '_blank', 'noopener')
}
