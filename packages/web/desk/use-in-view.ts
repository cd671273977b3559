import { useEffect, useState } from 'react'

/** Whether the element has been in view, or nearly. On paper everything is. */
export function useInView(box: { current: HTMLElement | null }) {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!box.current || isSeen) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: '200px' },
    )
    observer.observe(box.current)
    const show = () => setSeen(true)
    window.addEventListener('beforeprint', show)
    return () => {
      observer.disconnect()
      window.removeEventListener('beforeprint', show)
    }
    // After every render: the element may have been replaced.
  })
  return isSeen
}
