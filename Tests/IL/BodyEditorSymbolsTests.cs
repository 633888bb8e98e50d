using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using Mono.Cecil.Cil;
using PooledAwait.Fody.IL;
using static Tests.IL.HandWritten;
using MethodDefinition = Mono.Cecil.MethodDefinition;
using ModuleDefinition = Mono.Cecil.ModuleDefinition;

namespace Tests.IL;

/// <summary>Inserts code at every place to which symbols point, and then tests the symbols that debuggers read.</summary>
[TestFixture(true)]
[TestFixture(false)]
[Parallelizable(ParallelScope.Self)]
public class BodyEditorSymbolsTests(bool optimised)
{
    private const string Source = """
        using System;
        using System.Threading.Tasks;

        public static class C
        {
            static async Task<int> Work(int n)
            {
                var sum = 0;
                for (var i = 0; i < n; i++)
                {
                    var twice = 2 * i;
                    try
                    {
                        await Task.Yield();
                        sum += twice;
                    }
                    catch (InvalidOperationException e) when (e.Message == "")
                    {
                        sum = -1;
                    }
                }

                await Task.Delay(1);
                return sum;
            }

            static async void Fire(TaskCompletionSource<int> done)
            {
                await Task.Yield();
                done.SetResult(7);
            }

            static int Scopes(int n)
            {
                if (n > 1) { var a = n; while (a > 0) { var b = --a; n += b; } }
                else { var c = 2 * n; Console.Write(""); n = c + c; }
                return n;
            }

            static int RunWork() => Work(4).GetAwaiter().GetResult();
            static int RunFire() { var done = new TaskCompletionSource<int>(); Fire(done); return done.Task.GetAwaiter().GetResult(); }
        }
        """;

    private static readonly Guid s_stepping = new("54FD2AC5-E925-401A-9C2A-F94F171072F8");
    private static readonly Guid s_hoistedScopes = new("6DA9A61E-F8C7-4874-BE62-68BC5630DF71");

    [TestCase("Work")]
    [TestCase("Fire")]
    [TestCase("Scopes")]
    public void Point_to_the_same_instructions_when_code_is_inserted_behind(string name)
    {
        Symbols before = null!;
        using var edited = new Edited(optimised, Source, module =>
        {
            var method = Method(module, name);
            before = Symbols.Of(method);
            using var editor = new BodyEditor(method);
            foreach (var instruction in method.Body.Instructions.ToList())
            {
                var goesOn = instruction.OpCode.FlowControl is not (FlowControl.Branch or FlowControl.Return or FlowControl.Throw);
                if (goesOn && !InFilter(method.Body, instruction))
                {
                    editor.InsertAfter(instruction, Enumerable.Range(0, 9).Select(_ => Op(OpCodes.Nop)).ToArray());
                }
            }
        });
        AssertWritten(edited, name, before.Point(instruction => instruction));
        AssertRuns(edited);
    }

    [TestCase("Work")]
    [TestCase("Fire")]
    [TestCase("Scopes")]
    public void Point_to_the_code_that_is_inserted_on_every_way(string name)
    {
        Symbols before = null!;
        var first = new Dictionary<Instruction, Instruction>();
        using var edited = new Edited(optimised, Source, module =>
        {
            var method = Method(module, name);
            before = Symbols.Of(method);
            using var editor = new BodyEditor(method);
            foreach (var instruction in method.Body.Instructions.ToList())
            {
                if (!InFilter(method.Body, instruction))
                {
                    first[instruction] = Op(OpCodes.Nop);
                    editor.InsertOnEveryPathTo(instruction, first[instruction], Op(OpCodes.Nop));
                }
            }
        });
        AssertWritten(edited, name, before.Point(instruction => first.TryGetValue(instruction, out var code) ? code : instruction));
        AssertRuns(edited);
    }

    [Test]
    public void Stay_as_they_were_when_nothing_is_inserted()
    {
        Assert.That(Written(open: true), Is.EqualTo(Written(open: false)));

        byte[] Written(bool open)
        {
            using var edited = new Edited(optimised, Source, module =>
            {
                foreach (var method in module.GetTypes().SelectMany(type => type.Methods).Where(method => method.HasBody))
                {
                    Assert.That(method.Body.Instructions, Is.Not.Empty);
                    Assert.That(StackAnalysis.Of(method).IsSound);
                    if (open)
                    {
                        new BodyEditor(method).Dispose();
                    }
                }
            });
            return [.. edited.Written.Image, .. edited.Written.Symbols];
        }
    }

    private static MethodDefinition Method(ModuleDefinition module, string name) =>
        name == "Scopes" ? Edited.Method(module, name) : Edited.MoveNext(module, name);

    private static bool InFilter(MethodBody body, Instruction instruction)
    {
        var position = body.Instructions.IndexOf(instruction);
        return body.ExceptionHandlers.Any(handler => handler.FilterStart is not null
            && body.Instructions.IndexOf(handler.FilterStart) <= position && position < body.Instructions.IndexOf(handler.HandlerStart));
    }

    private static void AssertRuns(Edited edited)
    {
        Assert.That(edited.Run("RunWork"), Is.EqualTo(12));
        Assert.That(edited.Run("RunFire"), Is.EqualTo(7));
        Assert.That(edited.Run("Scopes", 4), Is.EqualTo(10));
    }

    private static void AssertWritten(Edited edited, string name, Symbols expected)
    {
        using var provider = MetadataReaderProvider.FromPortablePdbStream(new MemoryStream(edited.Written.Symbols));
        var reader = provider.GetMetadataReader();
        var handle = MetadataTokens.MethodDefinitionHandle((int)Method(edited.Module, name).MetadataToken.RID);
        var points = reader.GetMethodDebugInformation(handle).GetSequencePoints().Select(point => (point.Offset, point.StartLine, point.StartColumn));
        var scopes = reader.GetLocalScopes(handle).Select(reader.GetLocalScope).Select(scope => (scope.StartOffset, scope.EndOffset));
        Assert.Multiple(() =>
        {
            Assert.That(points, Is.EqualTo(expected.Points.Select(point => (point.At.Offset, point.Line, point.Column))));
            Assert.That(scopes, Is.EqualTo(expected.Scopes.Select(scope => (scope.Start.Offset, scope.End?.Offset ?? CodeSize(edited, name)))));
        });
        if (name != "Scopes")
        {
            AssertMachine(reader, handle, edited, name, expected);
        }
    }

    private static void AssertMachine(MetadataReader reader, MethodDefinitionHandle handle, Edited edited, string name, Symbols expected)
    {
        var stepping = Blob(s_stepping)!.Value;
        var catchHandler = (int)stepping.ReadUInt32() - 1;
        var yields = new List<(int, int)>();
        while (stepping.RemainingBytes > 0)
        {
            yields.Add(((int)stepping.ReadUInt32(), (int)stepping.ReadUInt32()));
            Assert.That(stepping.ReadCompressedInteger(), Is.EqualTo(MetadataTokens.GetRowNumber(handle)));
        }

        Assert.That(catchHandler, Is.EqualTo(expected.CatchHandler?.Offset ?? -1));
        Assert.That(catchHandler >= 0, Is.EqualTo(name == "Fire"), "only what returns void has one");
        Assert.That(yields, Is.EqualTo(expected.Yields.Select(pair => (pair.Yield.Offset, pair.Resume.Offset))).And.Not.Empty);

        var hoisted = new List<(int, int)>();
        if (Blob(s_hoistedScopes) is { } blob)
        {
            while (blob.RemainingBytes > 0)
            {
                var start = (int)blob.ReadUInt32();
                hoisted.Add((start, start + (int)blob.ReadUInt32()));
            }
        }

        Assert.That(hoisted, Is.EqualTo(expected.Hoisted.Select(scope => (scope.Start.Offset, scope.End?.Offset ?? CodeSize(edited, name)))));

        BlobReader? Blob(Guid kind)
        {
            foreach (var information in reader.GetCustomDebugInformation(handle).Select(reader.GetCustomDebugInformation))
            {
                if (reader.GetGuid(information.Kind) == kind)
                {
                    return reader.GetBlobReader(information.Value);
                }
            }

            return null;
        }
    }

    private static int CodeSize(Edited edited, string name) => Method(edited.Module, name).Body.CodeSize;

    /// <summary>The instructions that a method's symbols point to. A null end is the end of the method.</summary>
    private sealed record Symbols(
        List<(Instruction At, int Line, int Column)> Points,
        List<(Instruction Start, Instruction? End)> Scopes,
        List<(Instruction Start, Instruction? End)> Hoisted,
        List<(Instruction Yield, Instruction Resume)> Yields,
        Instruction? CatchHandler)
    {
        public static Symbols Of(MethodDefinition method)
        {
            var byOffset = method.Body.Instructions.ToDictionary(instruction => instruction.Offset);
            var debug = method.DebugInformation;
            var async = method.CustomDebugInformations.OfType<AsyncMethodBodyDebugInformation>().SingleOrDefault();
            var hoisted = method.CustomDebugInformations.OfType<StateMachineScopeDebugInformation>().SelectMany(machine => machine.Scopes);
            return new Symbols(
                [.. debug.SequencePoints.Select(point => (byOffset[point.Offset], point.StartLine, point.StartColumn))],
                [.. Flat(debug.Scope).Select(scope => (byOffset[scope.Start.Offset], End(scope.End)))],
                [.. hoisted.Select(scope => (byOffset[scope.Start.Offset], End(scope.End)))],
                async is null ? [] : [.. async.Yields.Zip(async.Resumes, (yield, resume) => (byOffset[yield.Offset], byOffset[resume.Offset]))],
                async is null || async.CatchHandler.Offset < 0 ? null : byOffset[async.CatchHandler.Offset]);

            Instruction? End(InstructionOffset end) => end.IsEndOfMethod ? null : byOffset[end.Offset];
        }

        public Symbols Point(Func<Instruction, Instruction> to) => new(
            [.. Points.Select(point => (to(point.At), point.Line, point.Column))],
            [.. Scopes.Select(scope => (to(scope.Start), scope.End is null ? null : to(scope.End)))],
            [.. Hoisted.Select(scope => (to(scope.Start), scope.End is null ? null : to(scope.End)))],
            [.. Yields.Select(pair => (to(pair.Yield), to(pair.Resume)))],
            CatchHandler is null ? null : to(CatchHandler));

        private static IEnumerable<ScopeDebugInformation> Flat(ScopeDebugInformation scope) => scope.Scopes.SelectMany(Flat).Prepend(scope);
    }
}
