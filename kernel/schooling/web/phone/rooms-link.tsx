import { LinkList, LinkRow } from '#packages/web/light/row.tsx'

/** Opens the rooms from the home of staff. */
export default function RoomsLink() {
  return (
    <LinkList>
      <LinkRow label="场室" note="本校的教室和场馆" href="/staffMain/rooms" />
    </LinkList>
  )
}
