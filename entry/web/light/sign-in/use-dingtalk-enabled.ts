import { useEffect, useState } from 'react'

/** Whether the district has DingTalk sign-in: asked once, after the page has rendered. */
export function useDingTalkEnabled() {
  const [isEnabled, setEnabled] = useState(false)
  useEffect(() => {
    let isUnmounted = false
    const later = setTimeout(() => {
      import('./dingtalk-redirect.ts')
        .then(({ startDingTalkSignIn }) => startDingTalkSignIn())
        .then(
          () => isUnmounted || setEnabled(true),
          () => {},
        )
    }, 300)
    return () => {
      isUnmounted = true
      clearTimeout(later)
    }
  }, [])
  return isEnabled
}
