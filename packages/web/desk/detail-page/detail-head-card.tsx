import { DownOutlined, EditOutlined, PrinterOutlined, UpOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Glyph, type Icon } from '../glyph.tsx'
import { SkeletonBar } from '../skeleton.tsx'
import { SmallMenu } from '../small-menu.tsx'
import { usePhone } from '../use-phone.ts'
import type { DetailActions, DetailHead, ListPosition } from './detail-spec.ts'
import styles from './detail-head-card.module.css'

interface Props extends DetailActions {
  head: DetailHead | undefined
  position: ListPosition | undefined
  tabs: ReactNode
}

/** Name, state and actions. */
export function DetailHeadCard({ head, position, onEdit, more, tabs }: Props) {
  const isPhone = usePhone()
  return (
    <header className={styles['card']}>
      <div className={styles['line']}>
        <span className={styles['face']} aria-hidden="true">
          {head?.avatar ?? head?.name.slice(-2)}
        </span>
        {head ? <Who head={head} /> : <SkeletonBar width="160px" />}
        {!isPhone && (
          <div className={styles['actions']}>
            {position && <PositionStepper position={position} />}
            <Button icon={<Glyph of={PrinterOutlined} />} title="打印（P）" onClick={() => window.print()}>
              打印
            </Button>
            {more && (
              <SmallMenu
                label={more.label}
                className={styles['more']!}
                items={more.items}
                button={
                  <>
                    {more.label}
                    <Glyph of={DownOutlined} />
                  </>
                }
              />
            )}
            {onEdit && (
              <Button type="primary" icon={<Glyph of={EditOutlined} />} title="编辑（E）" onClick={onEdit}>
                编辑
              </Button>
            )}
          </div>
        )}
      </div>
      {tabs}
    </header>
  )
}

function Who({ head: { name, tags, facts = [] } }: { head: DetailHead }) {
  // On a phone the bar of the shell has the h1.
  const Heading = usePhone() ? 'h2' : 'h1'
  return (
    <div className={styles['who']}>
      <div className={styles['name']}>
        <Heading>{name}</Heading>
        {tags}
      </div>
      <div className={styles['facts']}>
        {facts.map((fact, at) => (
          // The facts never change their order.
          // eslint-disable-next-line react/no-array-index-key
          <span key={at}>{fact}</span>
        ))}
      </div>
    </div>
  )
}

export function PositionStepper({ position: { at, of, onBefore, onAfter } }: { position: ListPosition }) {
  return (
    <div className={styles['steps']}>
      <span className={styles['position']}>{`${at} / ${of}`}</span>
      <Step label="上一个" keyName="[" icon={UpOutlined} onStep={onBefore} />
      <Step label="下一个" keyName="]" icon={DownOutlined} onStep={onAfter} />
    </div>
  )
}

interface StepProps {
  label: string
  keyName: string
  icon: Icon
  onStep: (() => void) | undefined
}

const Step = ({ label, keyName, icon, onStep }: StepProps) => (
  <Button
    type="text"
    icon={<Glyph of={icon} />}
    aria-label={label}
    title={`${label}（${keyName}）`}
    // Not disabled: at either end of the list the focus would be lost.
    aria-disabled={!onStep}
    onClick={() => onStep?.()}
  />
)
