import { useEffect, useState } from 'react'

/** Whether the district has a DingTalk door: that is asked once, after the page is there. */
export function useDingTalkDoor() {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    let gone = false
    const later = setTimeout(() => {
      import('./dingtalk.ts')
        .then(({ askDingTalk }) => askDingTalk())
        .then(
          () => gone || setThere(true),
          () => {},
        )
    }, 300)
    return () => {
      gone = true
      clearTimeout(later)
    }
  }, [])
  return isThere
}
