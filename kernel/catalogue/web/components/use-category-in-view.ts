import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'

/** What scrolls the page: a part of the shell, or on phones the document. */
function findScroller(element: HTMLElement): Element {
  let above = element.parentElement
  while (above && !/auto|scroll/.test(getComputedStyle(above).overflowY)) above = above.parentElement
  return above ?? document.scrollingElement ?? document.documentElement
}

/** The last shelf whose head has reached the bar of the pills; nothing as long as none has. */
function findCategoryAt(root: HTMLElement, scroller: Element): string | undefined {
  const sections = [...root.querySelectorAll<HTMLElement>('[data-shelf]')]
  const edge = (root.querySelector('[data-pills]')?.getBoundingClientRect().bottom ?? 0) + 2
  const isAtEnd = scroller.scrollTop > 0 && scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1
  const reached = isAtEnd
    ? sections.at(-1)
    : sections.findLast((section) => section.getBoundingClientRect().top <= edge)
  return reached?.dataset['shelf']
}

/** Which shelf is in view, and the way to another. */
export function useCategoryInView(root: RefObject<HTMLElement | null>) {
  const [at, setAt] = useState<string>()
  // Where a press on a pill has led: the last shelves never reach the bar, and are marked all the same.
  const heldScroll = useRef<number>(undefined)
  const look = useEffectEvent((scroller: Element) => {
    if (!root.current || scroller.scrollTop === heldScroll.current) return
    heldScroll.current = undefined
    setAt(findCategoryAt(root.current, scroller))
  })
  useEffect(() => {
    if (!root.current) return
    const scroller = findScroller(root.current)
    const source = scroller === document.scrollingElement ? window : scroller
    const scrolled = () => look(scroller)
    source.addEventListener('scroll', scrolled, { passive: true })
    return () => source.removeEventListener('scroll', scrolled)
  }, [root])
  const go = (id: string | undefined) => {
    if (!root.current) return
    const scroller = findScroller(root.current)
    if (id === undefined) scroller.scrollTop = 0
    else root.current.querySelector(`[data-shelf="${id}"]`)?.scrollIntoView({ block: 'start' })
    heldScroll.current = scroller.scrollTop
    setAt(id)
  }
  return [at, go] as const
}
