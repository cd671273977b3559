import { useLayoutEffect, useRef, type RefObject } from 'react'

/** Keeps the scroll position while a page is behind another. On phones the document scrolls. */
export function useScrollRestore(element: RefObject<HTMLElement | null>, isPhone: boolean) {
  const scrollTop = useRef(0)
  useLayoutEffect(() => {
    const scroller = isPhone ? document.scrollingElement : element.current
    if (!scroller) return
    scroller.scrollTo(0, scrollTop.current)
    const remember = () => {
      scrollTop.current = scroller.scrollTop
    }
    const source = isPhone ? window : scroller
    source.addEventListener('scroll', remember, { passive: true })
    // Runs when the page goes behind another, before the browser resets the position.
    return () => source.removeEventListener('scroll', remember)
  }, [element, isPhone])
}
