using System.Collections.Concurrent;
using System.Reflection.Metadata;
using System.Text.RegularExpressions;
using ICSharpCode.Decompiler.Metadata;
using ICSharpCode.Decompiler.TypeSystem;
using ICSharpCode.Decompiler.TypeSystem.Implementation;
using Tests.Compilation;

namespace Tests.Verification;

/// <summary>
/// Checks the types in the bodies of an assembly by the rules for verifiable code (ECMA-335, part III), as far as C# keeps to them, with C#'s
/// additions: references that only read, types that live on the stack, static abstract members. It shares nothing with the weaver: bodies are
/// read by System.Reflection.Metadata, and types are the decompiler's.
/// </summary>
internal static class IlCheck
{
    private const TypeSystemOptions Options = TypeSystemOptions.ReadOnlyStructsAndParameters | TypeSystemOptions.RefStructs
        | TypeSystemOptions.ReadOnlyMethods | TypeSystemOptions.FunctionPointers | TypeSystemOptions.RefReadOnlyParameters;

    public static CheckedAssembly Of(CompiledAssembly assembly)
    {
        using var references = new ReferenceFiles(References.Of(assembly.Shape.Framework));
        using var file = new PEFile($"{CompiledAssembly.Name}.dll", new MemoryStream(assembly.Image));
        return Of(file, references);
    }

    public static CheckedAssembly Of(string path, ReferenceFiles references)
    {
        using var file = new PEFile(path);
        return Of(file, references);
    }

    public static CheckedAssembly Of(PEFile file, ReferenceFiles references)
    {
        var others = references.Closure(file).Select(reference => reference.WithOptions(Options));
        var compilation = new SimpleCompilation(file.WithOptions(Options), others);
        var module = (MetadataModule)compilation.MainModule;
        var findings = new ConcurrentBag<Finding>();
        var methods = 0;
        Parallel.ForEach(
            file.Metadata.TypeDefinitions,
            new ParallelOptions { MaxDegreeOfParallelism = Environment.ProcessorCount },
            () => new ModuleContext(module),
            (type, _, context) =>
            {
                foreach (var handle in file.Metadata.GetTypeDefinition(type).GetMethods())
                {
                    var definition = file.Metadata.GetMethodDefinition(handle);
                    var isNative = (definition.ImplAttributes & System.Reflection.MethodImplAttributes.CodeTypeMask) != 0;
                    if (definition.RelativeVirtualAddress == 0 || isNative)
                    {
                        continue;
                    }

                    Interlocked.Increment(ref methods);
                    var method = module.GetDefinition(handle);
                    var frame = BodyVerifier.Verify(context, method, file.Reader.GetMethodBody(definition.RelativeVirtualAddress));
                    foreach (var ((offset, kind), text) in frame.Findings)
                    {
                        findings.Add(new Finding(new MethodUse(method).ToString(), offset, kind, text));
                    }
                }

                return context;
            },
            _ => { });
        return new CheckedAssembly(methods, [.. findings.OrderBy(f => f.Method, StringComparer.Ordinal).ThenBy(f => f.Offset).ThenBy(f => f.Kind)]);
    }
}

/// <summary>What the check has against an assembly.</summary>
/// <param name="Methods">How many bodies were checked.</param>
internal sealed partial record CheckedAssembly(int Methods, IReadOnlyList<Finding> Findings)
{
    /// <summary>
    /// The findings that the assembly did not have before: of each method and text as many as there are more of them. The twin of a method that is not async is its copy, with what the check
    /// has against it.
    /// </summary>
    public IReadOnlyList<Finding> NewSince(CheckedAssembly before)
    {
        var known = before.Findings.CountBy(Key).ToDictionary();
        var ofMethods = before.Findings.Select(finding => (Name(finding.Method), finding.Kind, finding.Text)).ToHashSet();
        return [.. Findings.Where(finding => !Take(Key(finding)) && !IsCopied(finding))];

        bool IsCopied(Finding finding) => Twin().IsMatch(finding.Method) && ofMethods.Contains((Name(Twin().Replace(finding.Method, "::$1")), finding.Kind, finding.Text));

        // What a second method is called on is a parameter.
        static string Name(string method) => method.Split('(')[0];

        // A lambda without its closure takes what it captured as parameters.
        static (string, FindingKind, string) Key(Finding finding) =>
            (finding.Method.Contains(">b__") || finding.Method.Contains(">g__") ? finding.Method.Split('(')[0] : finding.Method, finding.Kind, finding.Text);

        bool Take((string, FindingKind, string) key)
        {
            if (!known.TryGetValue(key, out var count) || count == 0)
            {
                return false;
            }

            known[key] = count - 1;
            return true;
        }
    }

    [GeneratedRegex(@"[+/]<>c__PooledAwait::<([^>]+)>Direct")]
    private static partial Regex Twin();
}
