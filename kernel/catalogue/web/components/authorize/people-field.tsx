import { CloseOutlined } from '@ant-design/icons'
import { useId, useRef, useState } from 'react'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { InitialsAvatar } from '#packages/web/desk/initials-avatar.tsx'
import { SearchSelect } from '#packages/web/desk/form/controls/search-select.tsx'
import { getLabelId } from '#packages/web/desk/form/form-row.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import icon from '#packages/web/desk/icon-button.module.css'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import spoken from '#packages/web/desk/visually-hidden.module.css'
import dots from '#packages/web/desk/dot-separated.module.css'
import type { GrantedUser } from '../../../contract.ts'
import { grantKey, peopleQuery } from '../../grant-queries.ts'
import styles from './people-field.module.css'

interface Props {
  /** For example 可用人员. */
  label: string
  people: readonly GrantedUser[]
  /** The people before the change. */
  before: readonly GrantedUser[]
  /** The text for an empty list. */
  none: string
  /** Limits the search to this organisation and those below or above it. */
  orgId?: string | null
  direction?: 'below' | 'above'
  onChange: (people: GrantedUser[]) => void
}

type FoundPerson = GrantedUser & { id: string }

const listMembershipText = ({ orgName, post }: GrantedUser) => [orgName, post].filter(Boolean)

/** People, added by name and removed one by one. */
export function PeopleField({ label, people, before, none, orgId = null, direction = 'below', onChange }: Props) {
  const id = useId()
  const isPhone = usePhone()
  const found = useRef(new Map<string, FoundPerson>())
  const [said, setSaid] = useState('')
  const has = ({ userId }: GrantedUser) => people.some((one) => one.userId === userId)
  const isNew = ({ userId }: GrantedUser) => before.every((one) => one.userId !== userId)
  const find = (keyword: string): QueryDefinition<FoundPerson[]> => ({
    queryKey: [...grantKey, 'found', keyword, orgId, direction],
    queryFn: async (context) => {
      if (!keyword.trim()) return []
      const hits = (await peopleQuery(keyword, { orgId, direction }).queryFn(context)).map((one) => ({
        ...one,
        id: one.userId,
      }))
      for (const hit of hits) found.current.set(hit.id, hit)
      return hits
    },
  })
  const add = (userId: unknown) => {
    const hit = found.current.get(String(userId))
    if (!hit || has(hit)) return
    const { id: _, ...person } = hit
    onChange([...people, person])
    setSaid(`已加入${hit.name}`)
  }
  return (
    <div className={styles['field']}>
      <label id={getLabelId(id)} htmlFor={id} className={styles['label']}>
        {label}
        <span className={styles['count']}>{people.length} 人</span>
      </label>
      <SearchSelect<FoundPerson>
        control={{ id, status: '', 'aria-invalid': false }}
        name="person"
        value={null}
        options={[]}
        none={null}
        isPhone={isPhone}
        find={find}
        placeholder="姓名、拼音或首字母"
        isRequired
        isFilled={false}
        labelOf={(one) => [one.name, ...listMembershipText(one)].join('　')}
        onChange={add}
        onPending={() => {}}
      />
      {people.length === 0 ? (
        <p className={styles['none']}>{none}</p>
      ) : (
        <ul className={styles['people']} aria-label={label}>
          {people.map((person) => (
            <li key={person.userId} data-new={isNew(person) ? '' : undefined}>
              <InitialsAvatar name={person.name} size="row" />
              <span className={styles['who']}>
                <span>
                  {person.name}
                  {isNew(person) && <span className={styles['new']}>新加入</span>}
                </span>
                <span className={`${styles['place']} ${dots['dotted']}`}>
                  {listMembershipText(person).map((part) => (
                    <span key={part}>{part}</span>
                  ))}
                </span>
              </span>
              <button
                type="button"
                className={icon['button']}
                aria-label={`移除${person.name}`}
                title="移除"
                onClick={() => {
                  onChange(people.filter(({ userId }) => userId !== person.userId))
                  setSaid(`已移除${person.name}`)
                }}
              >
                <Glyph of={CloseOutlined} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className={spoken['only']} role="status">
        {said}
      </p>
    </div>
  )
}

/** Whether both lists contain the same people, in any order. */
export const hasSamePeople = (one: readonly { userId: string }[], other: readonly { userId: string }[]) =>
  one.length === other.length && one.every(({ userId }) => other.some((person) => person.userId === userId))
