import { useEffect, useRef, type ReactNode } from 'react'
import styles from './form.module.css'

interface Props {
  title: string
  children?: ReactNode
  /** Below the banner of a phone it is a second line. */
  isSecondary?: boolean
  /** For steps without a field: screen readers start here. */
  takesFocus?: boolean
}

export function SignInHeading({ title, children, isSecondary, takesFocus }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <>
      <h1
        ref={heading}
        className={isSecondary ? `${styles['title']} ${styles['second']}` : styles['title']}
        {...(takesFocus && { tabIndex: -1 })}
      >
        {title}
      </h1>
      {children}
    </>
  )
}
