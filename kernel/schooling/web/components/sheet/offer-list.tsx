import { useLayoutEffect, useRef, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import type { Offer } from '../../sheet-names.ts'
import styles from './offer-list.module.css'

interface Props {
  id: string
  offers: readonly Offer[]
  /** The one that Enter takes. */
  at: number
  /** Below which it stands. */
  field: RefObject<HTMLElement | null>
  onTake: (offer: Offer) => void
}

/** Who may be meant by what one types. It stands in the document itself: the table scrolls and would cut it off. */
export function OfferList({ id, offers, at, field, onTake }: Props) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const place = () => {
      const element = list.current
      const box = field.current?.getBoundingClientRect()
      if (!element || !box) return
      const isAbove = box.bottom + element.offsetHeight > window.innerHeight
      element.style.left = `${Math.min(box.left, window.innerWidth - element.offsetWidth - 8)}px`
      element.style.top = `${isAbove ? box.top - element.offsetHeight : box.bottom}px`
    }
    place()
    window.addEventListener('scroll', place, true)
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('scroll', place, true)
      window.removeEventListener('resize', place)
    }
  }, [field, offers])
  return createPortal(
    <div ref={list} id={id} className={styles['list']} role="listbox" aria-label="教师">
      {offers.map((offer, index) => (
        // The keys are the field's.
        // eslint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={offer.person.id}
          id={`${id}-${index}`}
          className={styles['offer']}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          // The focus stays in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(offer)}
        >
          <span>{offer.person.name}</span>
          <span className={styles['subject']}>{offer.person.subject}</span>
        </div>
      ))}
    </div>,
    document.body,
  )
}
