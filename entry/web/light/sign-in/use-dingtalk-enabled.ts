import { useEffect, useState } from 'react'

/** Whether the district has a DingTalk door: that is asked once, after the page is there. */
export function useDingTalkEnabled() {
  const [isEnabled, setEnabled] = useState(false)
  useEffect(() => {
    let gone = false
    const later = setTimeout(() => {
      import('./dingtalk-redirect.ts')
        .then(({ startDingTalkSignIn }) => startDingTalkSignIn())
        .then(
          () => gone || setEnabled(true),
          () => {},
        )
    }, 300)
    return () => {
      gone = true
      clearTimeout(later)
    }
  }, [])
  return isEnabled
}
