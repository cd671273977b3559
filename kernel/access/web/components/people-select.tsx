import { DownOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { silentClear } from '#packages/web/desk/clear-icon.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { personSearchQuery, type AccessPerson } from '../role-queries.ts'

const pauseMs = 250

/** The text after a pause in typing. */
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
  /** People to offer without a search. */
  known?: readonly AccessPerson[]
}

/** Searches people in the caller's scope by name or initials. */
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
      // The popup must be inside an open dialog, because nothing else is shown above it.
      getPopupContainer: (node: HTMLElement) => node.closest('dialog') ?? document.body,
    } as const,
  }
}

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

export function PeopleSelect(props: Props & { value: readonly string[]; onChoose: (ids: string[]) => void }) {
  const { orgId = null, isPhone, value, onChoose, ...control } = props
  // Chosen people keep their names during the next search.
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
