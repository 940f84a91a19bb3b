//! `fetch_url` on a page of 900 KB from loopback, beside html5ever's own tree of
//! the same bytes and Protolink's `fetch_url` on the same server. Wall-clock
//! time, since a part of each is waiting; in turn, round by round, as ratios.
//! The last lines, `ratio …`, are for machines.

use std::{
    env,
    hint::black_box,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpListener,
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::Instant,
};

use html5ever::tendril::TendrilSink as _;
use markup5ever_rcdom::RcDom;
use tokio::runtime::{Builder, Runtime};
use tools_benches::{page, workload::Fault};
use tools_builtins::network::Network;
use tools_core::{Agent, json};

const BYTES: usize = 900_000;
const ROUNDS: usize = 31;

fn main() -> Result<(), Fault> {
    if env::args().any(|argument| argument == "--serve") {
        return serve();
    }
    let (_server, port) = server()?;
    let html = page::html(BYTES);
    let ours = Ours::new(port)?;
    let mut protolink = Protolink::start(port)?;

    let mut rounds: Vec<[f64; 3]> = Vec::new();
    for _ in 0..ROUNDS {
        let tree = timed(|| Ok(drop(black_box(tree(&html)))))?;
        let fetched = timed(|| ours.fetch())?;
        let theirs = protolink.as_mut().map_or(Ok(f64::NAN), Protolink::fetch)?;
        rounds.push([tree, fetched, theirs]);
    }
    let each = |index: usize| median(rounds.iter().filter_map(|round| round.get(index).copied()).collect());
    println!("a page of {} bytes: milliseconds", html.len());
    for (name, index) in [("html5ever's tree", 0), ("ours, fetched and read", 1), ("protolink, the same", 2)]
    {
        println!("{name:>24} {:>9.2}", each(index) * 1e3);
    }
    println!(
        "ratio fetch ours/html5ever {:.2}",
        median(rounds.iter().map(|[tree, ours, _]| ours / tree).collect())
    );
    match protolink {
        Some(_) => {
            let ratios = rounds.iter().map(|[_, ours, theirs]| theirs / ours).collect();
            println!("ratio fetch protolink/ours {:.2}", median(ratios));
        }
        None => println!("protolink is not there: see benches/README.md"),
    }
    Ok(())
}

fn timed(run: impl FnOnce() -> Result<(), Fault>) -> Result<f64, Fault> {
    let start = Instant::now();
    run()?;
    Ok(start.elapsed().as_secs_f64())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

fn tree(html: &str) -> RcDom {
    html5ever::parse_document(RcDom::default(), Default::default()).one(html)
}

struct Ours {
    runtime: Runtime,
    agent: Agent,
    port: u16,
}

impl Ours {
    fn new(port: u16) -> Result<Self, Fault> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let network = Network::builder().allow_host(&format!("127.0.0.1:{port}")).build()?;
        let agent = Agent::builder("reader")
            .tools(tools_builtins::TOOLS.only(["fetch_url"]))
            .state(network)
            .build()?;
        Ok(Ours { runtime, agent, port })
    }

    fn fetch(&self) -> Result<(), Fault> {
        let arguments = json!({ "url": format!("http://127.0.0.1:{}/", self.port) });
        let output = self.runtime.block_on(self.agent.call("fetch_url", arguments))?;
        if output.json_text().contains("harbour") { Ok(()) } else { Err("a page that is not whole".into()) }
    }
}

/// A server in a process of its own, which costs nobody anything.
fn server() -> Result<(Stopped, u16), Fault> {
    let mut child = Command::new(env::current_exe()?).arg("--serve").stdout(Stdio::piped()).spawn()?;
    let mut line = String::new();
    BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
    Ok((Stopped(child), line.trim().parse()?))
}

struct Stopped(Child);

impl Drop for Stopped {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn serve() -> Result<(), Fault> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    println!("{}", listener.local_addr()?.port());
    let html = page::html(BYTES);
    let head =
        format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\n\r\n", html.len());
    for stream in listener.incoming() {
        let mut stream = stream?;
        let mut request = [0; 4096];
        let _ = stream.read(&mut request)?;
        stream.write_all(head.as_bytes())?;
        stream.write_all(html.as_bytes())?;
    }
    Ok(())
}

struct Protolink {
    _child: Stopped,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Protolink {
    /// None where nobody has installed it.
    fn start(port: u16) -> Result<Option<Self>, Fault> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("fetch");
        let python = here.join(".venv/bin/python");
        if !python.exists() {
            return Ok(None);
        }
        let mut child = Command::new(python)
            .arg(here.join("peer.py"))
            .arg(port.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = child.stdin.take().ok_or("no input")?;
        let output = BufReader::new(child.stdout.take().ok_or("no output")?);
        let mut protolink = Protolink { _child: Stopped(child), input, output };
        protolink.fetch()?;
        Ok(Some(protolink))
    }

    fn fetch(&mut self) -> Result<f64, Fault> {
        writeln!(self.input, "1")?;
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        Ok(line.trim().parse()?)
    }
}
