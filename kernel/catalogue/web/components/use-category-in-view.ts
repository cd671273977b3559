import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'

/** The scrolling element: a part of the shell, or on phones the document. */
function findScroller(element: HTMLElement): Element {
  let above = element.parentElement
  while (above && !/auto|scroll/.test(getComputedStyle(above).overflowY)) above = above.parentElement
  return above ?? document.scrollingElement ?? document.documentElement
}

/** The last category whose heading has reached the pill bar; undefined above the first one. */
function findCategoryAt(root: HTMLElement, scroller: Element): string | undefined {
  const sections = [...root.querySelectorAll<HTMLElement>('[data-shelf]')]
  const edge = (root.querySelector('[data-pills]')?.getBoundingClientRect().bottom ?? 0) + 2
  const isAtEnd = scroller.scrollTop > 0 && scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1
  const current = isAtEnd
    ? sections.at(-1)
    : sections.findLast((section) => section.getBoundingClientRect().top <= edge)
  return current?.dataset['shelf']
}

/** The visible category, and a function that scrolls to another. */
export function useCategoryInView(root: RefObject<HTMLElement | null>) {
  const [at, setAt] = useState<string>()
  // The scroll position after a click on a pill: the last categories never reach the bar, but must be marked.
  const heldScroll = useRef<number>(undefined)
  const updateCategory = useEffectEvent((scroller: Element) => {
    if (!root.current || scroller.scrollTop === heldScroll.current) return
    heldScroll.current = undefined
    setAt(findCategoryAt(root.current, scroller))
  })
  useEffect(() => {
    if (!root.current) return
    const scroller = findScroller(root.current)
    const source = scroller === document.scrollingElement ? window : scroller
    const scrolled = () => updateCategory(scroller)
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
