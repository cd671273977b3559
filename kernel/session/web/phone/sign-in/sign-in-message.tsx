import { Button, ButtonLink } from '#packages/web/light/button.tsx'
import { SignInHeading } from './sign-in-heading.tsx'
import styles from './form.module.css'

interface Props {
  title: string
  text: string
  next?: { label: string; go: () => void }
  link?: { label: string; to: string }
}

/** A step with a message and one action. */
export function SignInMessage({ title, text, next, link }: Props) {
  return (
    <div className={styles['message']}>
      <SignInHeading title={title} takesFocus />
      <p className={styles['lead']} role="status">
        {text}
      </p>
      <div className={styles['stack']}>
        {next && <Button onClick={next.go}>{next.label}</Button>}
        {link && (
          <ButtonLink href={link.to} kind={next ? 'plain' : 'primary'}>
            {link.label}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
