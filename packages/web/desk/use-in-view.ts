import { useEffect, useState } from 'react'

/** Whether the element has been in view, or nearly. */
export function useInView(box: { current: HTMLElement | null }) {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!box.current || isSeen) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: '200px' },
    )
    observer.observe(box.current)
    return () => observer.disconnect()
    // After every render: the element may have been replaced.
  })
  return isSeen
}
