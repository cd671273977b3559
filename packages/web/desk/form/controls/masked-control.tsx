import { useRef } from 'react'
import { Button } from '../../button.tsx'
import { MaskDots } from '../../mask-dots.tsx'
import type { ControlProps } from './control-props.ts'
import { GroupedControl } from './grouped-control.tsx'
import { TextControl } from './text.tsx'
import styles from './masked-control.module.css'

interface Props extends ControlProps {
  masked: string
  kind: 'idCard' | 'phone' | 'text'
  label: string
}

/**
 * A number whose value the form does not have: it shows the masked value until the user replaces it. Its value is
 * undefined until then; an empty value afterwards deletes the number.
 */
export function MaskedControl({ masked, kind, label, ...props }: Props) {
  const { value, onChange } = props
  const line = useRef<HTMLDivElement>(null)
  const turn = (next: string | undefined) => {
    onChange(next)
    requestAnimationFrame(() => line.current?.querySelector<HTMLElement>('input, button')?.focus())
  }
  if (value === undefined) {
    return (
      <div ref={line} className={styles['line']}>
        <span>
          <MaskDots value={masked} />
        </span>
        <Button id={props.control.id} type="link" aria-label={`修改${label}`} onClick={() => turn('')}>
          修改
        </Button>
      </div>
    )
  }
  const typed = { ...props, placeholder: `新的${label}，留空则删除` }
  return (
    <div ref={line} className={styles['line']}>
      <span className={styles['field']}>
        {kind === 'text' ? <TextControl {...typed} /> : <GroupedControl {...typed} grouping={kind} />}
      </span>
      <Button type="link" aria-label={`不修改${label}`} onClick={() => turn(undefined)}>
        不修改
      </Button>
    </div>
  )
}
