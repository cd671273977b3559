import { ArrowLeftOutlined, ExclamationCircleFilled } from '@ant-design/icons'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Glyph } from '../glyph.tsx'
import { usePhone } from '../use-phone.ts'
import styles from './form-frame.module.css'

interface Props extends Omit<ComponentProps<'form'>, 'className' | 'title'> {
  title: string
  /** The back button beside the title. */
  onBack?: () => void
  /** At the end of the title's line. */
  note?: ReactNode
  /** Above the card: errors and the offered draft. */
  top?: ReactNode
  /** An error that belongs to no single field. */
  error?: string | undefined
  aside?: ReactNode
  foot: ReactNode
}

/** A form page: a card of rows, and buttons that stay visible below. */
export function FormFrame({ title, onBack, note, top, error, aside, foot, children, ...form }: Props) {
  const isPhone = usePhone()
  return (
    <form {...form} className={styles['page']}>
      <div className={styles['inside']}>
        {!isPhone && (
          <div className={styles['line']}>
            {onBack && (
              <Button
                type="text"
                icon={<Glyph of={ArrowLeftOutlined} />}
                aria-label="返回"
                title="返回"
                onClick={onBack}
              />
            )}
            <h1 className={styles['title']}>{title}</h1>
            {note && <div className={styles['note']}>{note}</div>}
          </div>
        )}
        <div className={styles['columns']}>
          <div className={styles['main']}>
            {top}
            {error && (
              <p className={styles['whole']} role="alert">
                <Glyph of={ExclamationCircleFilled} />
                {error}
              </p>
            )}
            {children}
          </div>
          {aside && <aside className={styles['aside']}>{aside}</aside>}
        </div>
      </div>
      <div className={styles['foot']}>{foot}</div>
    </form>
  )
}

/** The card of a form whose rows are written by hand. */
export const FormCard = ({ children }: { children: ReactNode }) => <div className={styles['card']}>{children}</div>
