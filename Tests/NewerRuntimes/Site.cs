using System.Text.Json;
using Mono.Cecil;
using Tests.Compilation;
using Tests.Report.Page;

namespace Tests.NewerRuntimes;

/// <summary>
/// A web site without a server. The site's page runs a program on .NET 11. The files of .NET 11 come from a package (<see cref="RuntimePacks"/>).
/// </summary>
internal sealed class Site
{
    private const string Address = "https://runtime.example/";

    // The time limit in milliseconds. A program takes seconds, or longer on a busy machine.
    private const float Patience = 300_000;

    private readonly Dictionary<string, string> _files;
    private readonly Dictionary<string, byte[]> _content = [];

    /// <param name="program">An assembly with a Main.</param>
    /// <param name="others">Assemblies that the program loads in addition to its references.</param>
    public Site(byte[] program, params IEnumerable<byte[]> others)
    {
        _files = Directory.EnumerateFiles(RuntimePacks.Of(11), "*", SearchOption.AllDirectories).Where(file => Path.GetExtension(file) is ".dll" or ".js" or ".wasm")
            .ToDictionary(file => Path.GetFileName(file));
        _files.Add("PooledAwait.Runtime.dll", References.Runtime(References.Current));
        _content.Add($"{ScenarioProgram.Name}.dll", program);
        _content.Add("index.html", System.Text.Encoding.UTF8.GetBytes(Page(Needed([program, .. others]))));
    }

    /// <summary>Runs the program, and returns the lines that it writes, up to the given line.</summary>
    public async Task<IReadOnlyList<string>> Told(string last)
    {
        List<string> lines = [];
        var page = await Browser.NewPage();
        page.Console += (_, message) => lines.Add(message.Text);
        await page.RouteAsync($"{Address}**", route =>
        {
            var path = new Uri(route.Request.Url).AbsolutePath.TrimStart('/');
            var name = path.Length == 0 ? "index.html" : path;
            var type = Path.GetExtension(name) switch { ".wasm" => "application/wasm", ".js" => "text/javascript", ".html" => "text/html", _ => null };
            return route.FulfillAsync(
                _content.TryGetValue(name, out var content) ? new() { BodyBytes = content, ContentType = type }
                : _files.TryGetValue(name, out var file) ? new() { Path = file, ContentType = type }
                : new() { Status = 404 });
        });

        try
        {
            await page.RunAndWaitForConsoleMessageAsync(() => page.GotoAsync(Address), new() { Predicate = message => message.Text == last, Timeout = Patience });
        }
        catch (TimeoutException)
        {
            Assert.Fail($"The program does not end. Its last lines:\n{string.Join('\n', lines.TakeLast(10))}");
        }

        await page.CloseAsync();
        return lines;
    }

    /// <summary>
    /// Returns the names of the assembly files that the page loads. These are the program, the assembly that the runtime's scripts call, and the assemblies to
    /// which that assembly and the given assemblies refer, directly or indirectly.
    /// </summary>
    private List<string> Needed(IEnumerable<byte[]> images)
    {
        const string CalledByScripts = "System.Runtime.InteropServices.JavaScript";
        HashSet<string> names = ["System.Private.CoreLib", CalledByScripts];
        var pending = new Queue<ModuleDefinition>(images.Select(image => CompiledAssembly.Read(image)));
        pending.Enqueue(ModuleDefinition.ReadModule(_files[$"{CalledByScripts}.dll"]));
        while (pending.TryDequeue(out var module))
        {
            using (module)
            {
                foreach (var reference in module.AssemblyReferences.Where(reference => _files.ContainsKey($"{reference.Name}.dll") && names.Add(reference.Name)))
                {
                    pending.Enqueue(ModuleDefinition.ReadModule(_files[$"{reference.Name}.dll"]));
                }
            }
        }

        return [.. names.Append(ScenarioProgram.Name).Select(name => $"{name}.dll")];
    }

    private static string Page(IEnumerable<string> assemblies)
    {
        var files = JsonSerializer.Serialize(assemblies.Select(name => new { name, virtualPath = name }));
        return $$"""
            <!DOCTYPE html>
            <html><head><link rel="icon" href="data:,"></head><body><script type="module">
            import { dotnet } from './dotnet.js';
            try {
              const { runMain } = await dotnet.withConfig({
                mainAssemblyName: '{{ScenarioProgram.Name}}.dll',
                globalizationMode: 'invariant',
                resources: {
                  hash: '',
                  jsModuleNative: [{ name: 'dotnet.native.js' }],
                  jsModuleRuntime: [{ name: 'dotnet.runtime.js' }],
                  wasmNative: [{ name: 'dotnet.native.wasm' }],
                  coreAssembly: {{files}},
                  assembly: [],
                  icu: []
                }
              }).create();
              await runMain('{{ScenarioProgram.Name}}.dll', []);
            } catch (error) {
              console.log(`failed: ${error} ${error.stack}`);
              console.log('{{ScenarioProgram.End}}');
            }
            </script></body></html>
            """;
    }
}
