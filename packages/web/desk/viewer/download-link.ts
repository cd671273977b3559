import type { MouseEvent } from 'react'
import type { ViewerItem } from './viewer-item.ts'

/** For a link that takes the file along, under its name. */
export const getDownloadLinkProps = ({ name, url, downloadUrl, download }: ViewerItem) => ({
  href: downloadUrl ?? url,
  download: name,
  ...(download && {
    onClick: (event: MouseEvent) => {
      event.preventDefault()
      download()
    },
  }),
})
