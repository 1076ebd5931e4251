/** A head's map as a picture of its own, drawn from what its cells look like on the page. */

export interface PictureCell {
  query: number;
  key: number;
  /** What is printed in it; empty where nothing is. */
  text: string;
  /** As red, green and blue. */
  fill: string;
  ink: string;
  state: "visible" | "masked" | "cut";
}

export interface PictureOf {
  title: string;
  queries: readonly string[];
  keys: readonly string[];
  cells: readonly PictureCell[];
  ground: string;
  ink: string;
}

const SIDE = 56;
const LEFT = 110;
const TOP = 96;

/** The picture as SVG text, with its width and height. */
export function mapPicture({ title, queries, keys, cells, ground, ink }: PictureOf): { text: string; width: number; height: number } {
  const [width, height] = [LEFT + keys.length * SIDE + 16, TOP + queries.length * SIDE + 16];
  const word = (x: number, y: number, said: string, more = "") => `<text x="${x}" y="${y}" fill="${ink}" ${more}>${escaped(said)}</text>`;
  const squares = cells.map(({ query, key, text, fill, ink: own, state }) => {
    const [x, y] = [LEFT + key * SIDE, TOP + query * SIDE];
    const square = `<rect x="${x}" y="${y}" width="${SIDE - 2}" height="${SIDE - 2}" rx="3" fill="${state === "masked" ? "url(#masked)" : fill}"/>`;
    const cross = state === "cut" ? `<path d="M${x} ${y}l${SIDE - 2} ${SIDE - 2}M${x + SIDE - 2} ${y}l${2 - SIDE} ${SIDE - 2}" stroke="${ink}"/>` : "";
    const number = text ? `<text x="${x + SIDE / 2 - 1}" y="${y + SIDE / 2 + 4}" fill="${own}" font-size="12" text-anchor="middle">${escaped(text)}</text>` : "";
    return square + cross + number;
  });
  const across = keys.map((piece, key) => {
    const [x, y] = [LEFT + key * SIDE + SIDE / 2 - 1, TOP - 8];
    return piece.length > 5 ? word(x + 4, y, piece, `transform="rotate(-55 ${x + 4} ${y})"`) : word(x, y, piece, 'text-anchor="middle"');
  });
  const down = queries.map((piece, query) => word(LEFT - 8, TOP + query * SIDE + SIDE / 2 + 4, piece, 'text-anchor="end"'));
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="13">
<defs><pattern id="masked" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" fill="${ground}"/><path d="M0 0v6" stroke="${ink}" stroke-opacity="0.35"/></pattern></defs>
<rect width="${width}" height="${height}" fill="${ground}"/>
${word(8, 20, title, 'font-size="14" font-weight="600"')}
${[...across, ...down, ...squares].join("\n")}
</svg>`;
  return { text, width, height };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
