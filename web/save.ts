/** A picture of the page as a file of its own: every colour and letter written into it, so that it needs no page. */

const WORN = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "opacity", "font-family", "font-size", "font-weight",
  "font-style", "letter-spacing", "text-anchor", "dominant-baseline", "font-variant-numeric",
] as const;
const COLOURED = new Set<string>(["fill", "stroke"]);

/** The picture as SVG text, on a ground of its own. */
export function standalone(picture: SVGSVGElement, ground: string): string {
  const copy = picture.cloneNode(true) as SVGSVGElement;
  const plain = painter();
  const mine = [picture, ...picture.querySelectorAll<SVGElement>("*")];
  const theirs = [copy, ...copy.querySelectorAll<SVGElement>("*")];
  mine.forEach((one, place) => {
    const other = theirs[place];
    if (!other) return;
    const worn = getComputedStyle(one);
    for (const name of [...other.getAttributeNames()]) if (/^(class|style|role|tabindex|aria-|data-)/.test(name)) other.removeAttribute(name);
    if (one.tagName === "title" || one.tagName === "defs" || one.tagName === "pattern" || one.tagName === "g") {
      if (one.tagName === "g") other.setAttribute("opacity", worn.opacity);
      return;
    }
    for (const name of WORN) {
      const value = worn.getPropertyValue(name);
      if (value && !(one.tagName !== "text" && (name.startsWith("font") || name.startsWith("text") || name === "letter-spacing" || name === "dominant-baseline"))) {
        other.setAttribute(name, COLOURED.has(name) && !value.startsWith("url") && value !== "none" ? plain(value) : value.replaceAll('"', "'"));
      }
    }
  });
  const { width, height } = picture.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const back = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries({ width: String(width), height: String(height), fill: plain(ground) })) back.setAttribute(name, value);
  copy.insertBefore(back, copy.firstChild);
  const text = new XMLSerializer().serializeToString(copy);
  return text.replace(/<!--.*?-->/gs, "");
}

/** The picture's pixels, twice as many as it has on the page. */
export async function pixels(text: string, width: number, height: number, times = 2): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * times);
  canvas.height = Math.round(height * times);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}

/** Hands a file to the person. */
export function hand(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A name that every system takes. */
export function fileName(...parts: (string | number)[]): string {
  return parts.map((part) => String(part).replace(/[^\p{L}\p{N}.]+/gu, "-").slice(0, 40)).join("-");
}

/** Colours as every program reads them: red, green, blue and how much. */
export function painter(): (colour: string) => string {
  const known = new Map<string, string>();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  return (colour) => {
    const found = known.get(colour);
    if (found !== undefined || !brush) return found ?? colour;
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = colour;
    brush.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, much = 255] = brush.getImageData(0, 0, 1, 1).data;
    const plain = much === 255 ? `rgb(${red}, ${green}, ${blue})` : `rgba(${red}, ${green}, ${blue}, ${(much / 255).toFixed(3)})`;
    known.set(colour, plain);
    return plain;
  };
}
