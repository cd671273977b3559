import { DownOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { silentClear } from '#packages/web/desk/clear-icon.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { personSearchQuery, type AccessPerson } from '../role-queries.ts'

const pauseMs = 250

/** What was typed, once nobody has typed for a moment. */
export function useDebouncedText(text: string) {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const clock = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(clock)
  }, [text])
  return settled
}

const describePerson = ({ orgName, post }: AccessPerson) => [orgName, post].filter(Boolean).join('　')
const personLabel = (person: AccessPerson) => [person.name, describePerson(person)].filter(Boolean).join('　')

interface Control {
  id?: string
  'aria-label'?: string
  'aria-labelledby'?: string
  'aria-invalid'?: boolean
  'aria-describedby'?: string | undefined
  status?: 'error' | ''
}

interface Props extends Control {
  orgId?: string | null
  isPhone: boolean
  /** Whom else there is to name, though nobody looked for them. */
  known?: readonly AccessPerson[]
}

/** People as they are looked for: by name or initials, among those one may decide about. */
function usePersonSearch(orgId: string | null, known: readonly AccessPerson[]) {
  const [typed, setTyped] = useState('')
  const keyword = useDebouncedText(typed.trim())
  const { data = [], isFetching } = useQuery({
    ...personSearchQuery(keyword, orgId),
    placeholderData: (before) => before,
  })
  const people = [...known.filter((one) => data.every(({ userId }) => userId !== one.userId)), ...data]
  return {
    people,
    select: {
      suffixIcon: <Glyph of={DownOutlined} />,
      placeholder: '姓名或拼音首字母',
      notFoundContent: isFetching ? '正在查找' : '没有找到',
      showSearch: { filterOption: false, onSearch: setTyped },
      options: people.map((person) => ({ value: person.userId, label: personLabel(person) })),
      style: { width: '100%' },
      // Nothing lies above an open dialog but what is inside.
      getPopupContainer: (node: HTMLElement) => node.closest('dialog') ?? document.body,
    } as const,
  }
}

/** One person. */
export function PersonSelect(props: Props & { value: string | null; onChoose: (id: string | null) => void }) {
  const { orgId = null, isPhone, known = [], value, onChoose, ...control } = props
  const [chosen, setChosen] = useState<AccessPerson>()
  const { people, select } = usePersonSearch(orgId, chosen ? [chosen, ...known] : known)
  return (
    <Select
      {...control}
      {...select}
      size={isPhone ? 'large' : 'middle'}
      allowClear={silentClear}
      value={people.some(({ userId }) => userId === value) ? value : null}
      onChange={(id: string | undefined) => {
        setChosen(people.find(({ userId }) => userId === id))
        onChoose(id ?? null)
      }}
    />
  )
}

/** Several. */
export function PeopleSelect(props: Props & { value: readonly string[]; onChoose: (ids: string[]) => void }) {
  const { orgId = null, isPhone, value, onChoose, ...control } = props
  // Whoever was chosen keeps the name when somebody else is looked for.
  const [chosen, setChosen] = useState<readonly AccessPerson[]>([])
  const { people, select } = usePersonSearch(orgId, chosen)
  return (
    <Select
      {...control}
      {...select}
      mode="multiple"
      size={isPhone ? 'large' : 'middle'}
      value={[...value]}
      onChange={(ids: string[]) => {
        setChosen(people.filter(({ userId }) => ids.includes(userId)))
        onChoose(ids)
      }}
    />
  )
}
