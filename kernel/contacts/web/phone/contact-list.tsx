import { useEffect, useState } from 'react'
import { useSession } from '#packages/web/core/session.ts'
import { staffHome } from '#packages/web/core/user-homes.ts'
import { PhoneList } from '#packages/web/light/list/phone-list.tsx'
import { LinkList, LinkRow } from '#packages/web/light/row.tsx'
import { InlineLoadError } from '#packages/web/light/state-notice.tsx'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import { createContactList } from '../contact-list.ts'
import { favouritesNode, parentQuery, parseGroupNode, treeLevelQuery, type ContactTreeNode } from '../queries.ts'

const signal = () => new AbortController().signal

/**
 * The people of one unit below its own units, opened at the user's own one. The unit is in the
 * address, so that the back button leads to the one before. The search covers the whole district.
 */
export default function ContactList() {
  const node = useNode()
  const isMixed = node === favouritesNode || parseGroupNode(node) !== undefined
  return (
    <PhoneList
      // Another unit starts with an empty search field.
      key={node}
      list={createContactList({ isMixed })}
      title="通讯录"
      back={staffHome}
      help="directory"
      node={node}
      deskUrl="/directory"
      lead={(isSearching) => !isSearching && <Units node={node} />}
      foot={
        <LinkList>
          <LinkRow label="我的群组" href="/directory/groups" />
          <LinkRow label="我的手机号" note="谁可以看到" href="/directory/settings" />
        </LinkList>
      }
    />
  )
}

/** The chosen unit: that of the address, or the user's own organisation. */
function useNode() {
  const own = useSession((session) => session.user?.orgId ?? '')
  const [node, setNode] = useState(readNode)
  useEffect(() => {
    const follow = () => setNode(readNode())
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])
  return node || own
}
const readNode = () => new URLSearchParams(location.search).get('node') ?? ''

function openUnit(id: string) {
  history.pushState(null, '', `${location.pathname}?node=${encodeURIComponent(id)}`)
  window.dispatchEvent(new PopStateEvent('popstate'))
  window.scrollTo(0, 0)
}

/** The way up, and the units below; the own lists are at the top of the district. */
function Units({ node }: { node: string }) {
  const { answer, again } = useLoaded(node, async () => {
    const [parent, below, roots] = await Promise.all([
      parentQuery(node).queryFn({ signal: signal() }),
      // The own lists have no units.
      node === favouritesNode || parseGroupNode(node) ? [] : treeLevelQuery(node).queryFn({ signal: signal() }),
      treeLevelQuery(null).queryFn({ signal: signal() }),
    ])
    const lists = roots.filter(({ id, isPassing }) => id === favouritesNode || isPassing)
    return {
      parent,
      below: below as ContactTreeNode[],
      lists,
      top: roots.find(({ id, isPassing }) => id !== favouritesNode && !isPassing),
    }
  })
  if (answer === 'failed') return <InlineLoadError onRetry={again} />
  if (!answer) return null
  const { parent, below, lists, top } = answer
  const up = parent ?? (top && top.id !== node ? top.id : undefined)
  return (
    <LinkList>
      {lists
        .filter(({ id, isPassing }) => id !== node && !isPassing)
        .map(({ id, name, count }) => (
          <LinkRow key={id} label={name} note={`${count} 人`} onClick={() => openUnit(id)} />
        ))}
      {up !== undefined && <LinkRow label="上级单位" onClick={() => openUnit(up)} />}
      {below.map(({ id, name, count }) => (
        <LinkRow key={id} label={name} note={`${count} 人`} onClick={() => openUnit(id)} />
      ))}
    </LinkList>
  )
}
