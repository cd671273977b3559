import { EditOutlined } from '@ant-design/icons'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import dots from '#packages/web/desk/dotted.module.css'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { StatusOf } from '#packages/web/desk/list/columns.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import type { StaffPlace, UserDetail } from '../../contract.ts'
import { statusOf, userTypeOf } from '../words.ts'
import styles from './place-cards.module.css'

// Most come only to read.
const PlaceDialog = lazy(() => import('./place-dialog.tsx'))

interface Props {
  detail: UserDetail
  /** Also those that are over, each with a way to change it. */
  isWhole: boolean
}

/** Where somebody works, the main place first. */
export function PlaceCards({ detail, isWhole }: Props) {
  const [open, setOpen] = useState<StaffPlace>()
  const may = useMay()
  const places = isWhole ? detail.places : detail.places.filter(({ status }) => status !== 'left')
  if (places.length === 0) return <p className={styles['none']}>没有在岗的任职</p>
  return (
    <>
      <ul className={styles['cards']}>
        {places.map((place) => (
          <li key={place.id} className={styles['card']}>
            <span className={`${styles['mark']} ${place.isMain ? styles['main'] : ''}`} title={kindOf(place)}>
              {kindOf(place).slice(0, 1)}
            </span>
            <div className={styles['words']}>
              <p className={styles['org']}>
                {place.orgName}
                {place.status !== 'active' && <StatusOf status={statusOf(place)} />}
              </p>
              <p className={`${styles['about']} ${dots['dotted']}`}>
                {[place.departmentName, place.post || userTypeOf(place), datesOf(place)]
                  .filter(Boolean)
                  .map((words) => (
                    <span key={words}>{words}</span>
                  ))}
              </p>
            </div>
            {isWhole && place.mayEdit && may('user.edit') && (
              <Button
                type="text"
                icon={<Glyph of={EditOutlined} />}
                aria-label={`编辑${place.orgName}的任职`}
                title="编辑"
                onClick={() => setOpen(place)}
              />
            )}
          </li>
        ))}
      </ul>
      {open && (
        <Suspense>
          <PlaceDialog detail={detail} place={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  )
}

const kindOf = ({ isMain }: StaffPlace) => (isMain ? '主要任职' : '兼职')
export const datesOf = ({ startsOn, endsOn }: Pick<StaffPlace, 'startsOn' | 'endsOn'>) =>
  endsOn ? `${startsOn} 至 ${endsOn}` : `${startsOn} 起`

/** A further place for the same person. */
export function AddPlace({ detail }: { detail: UserDetail }) {
  const [isOpen, setOpen] = useState(false)
  const may = useMay()
  if (!may('user.edit')) return null
  return (
    <>
      <Button type="link" onClick={() => setOpen(true)}>
        添加兼职
      </Button>
      {isOpen && (
        <Suspense>
          <PlaceDialog detail={detail} place={undefined} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
