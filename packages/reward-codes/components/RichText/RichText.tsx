import { createElement, Fragment, type ReactNode } from 'react'
import type { Inline, RichText as Text } from '../../content/rich-text.ts'
import { ExternalLink } from '../ExternalLink/ExternalLink.tsx'

/** A text with emphasis, code and links, for static markup: islands have no such texts. */
export function RichText({ text: { nodes } }: RichTextProps) {
  return renderAll(nodes)
}

export function Paragraphs({ texts }: ParagraphsProps) {
  return texts.map((text) => (
    <p key={text.source}>
      <RichText text={text} />
    </p>
  ))
}

/** As arguments, the nodes need no keys. */
function renderAll(nodes: Inline[]): ReactNode {
  return createElement(Fragment, undefined, ...nodes.map((node) => render(node)))
}

function render(node: Inline): ReactNode {
  if (typeof node === 'string') return node
  if (node.tag === 'code') return <code>{node.text}</code>
  const children = renderAll(node.children)
  if (node.tag !== 'a') return <node.tag>{children}</node.tag>
  return <ExternalLink href={node.href}>{children}</ExternalLink>
}

type ParagraphsProps = { texts: Text[] }

type RichTextProps = {
  text: Pick<Text, 'nodes'>
}
