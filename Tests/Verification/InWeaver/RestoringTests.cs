using System.Xml.Linq;
using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody;
using PooledAwait.Fody.IL;
using PooledAwait.Fody.Weaving;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Verification.InWeaver;

/// <summary>Shows that a weave's changes can be undone. The module and its symbols are then written as if there had been no weave.</summary>
[Thorough]
[Parallelizable(ParallelScope.All)]
public sealed class RestoringTests
{
    private static readonly XElement s_everything = new("PooledAwait", new XAttribute("MinimumStateMachineSize", 0), new XAttribute("StateObjects", "All"));

    [TestCaseSource(typeof(Extent), nameof(Extent.Shapes))]
    public void A_restored_module_is_written_as_one_that_was_not_woven(Shape shape)
    {
        var compiled = Fixtures.Compiled(shape);
        var changed = 0;
        var restored = Written(compiled, modules =>
        {
            var before = modules.All.Single().Report.Before!;
            changed = before.Changed.Count();
            Assert.That(before.Added.Count(), Is.GreaterThan(100));
            before.Restore();
            Assert.That(before.Changed, Is.Empty);
            Assert.That(before.Added, Is.Empty);
        });
        var notWoven = Written(compiled, rewrites: null);
        Assert.That(changed, Is.GreaterThan(300));
        Assert.That(restored.Text, Is.EqualTo(notWoven.Text));
        Assert.That(restored.Image.AsSpan().SequenceEqual(notWoven.Image), Is.True, "the image");
    }

    [TestCaseSource(typeof(Extent), nameof(Extent.Shapes))]
    public void What_was_woven_comes_back(Shape shape)
    {
        var compiled = Fixtures.Compiled(shape);
        var comesBack = Written(compiled, modules =>
        {
            var before = modules.All.Single().Report.Before!;
            var (changed, added) = (before.Changed.ToList(), before.Added.ToList());
            var woven = before.AsWoven();
            before.Restore();
            woven.Restore();
            Assert.That(before.Changed, Is.EqualTo(changed));
            Assert.That(before.Added, Is.EqualTo(added));
        });
        var left = Written(compiled, _ => { });
        Assert.That(comesBack.Text, Is.EqualTo(left.Text));
        Assert.That(comesBack.Image.AsSpan().SequenceEqual(left.Image), Is.True, "the image");
    }

    [TestCaseSource(typeof(Extent), nameof(Extent.Shapes))]
    public void Each_body_that_is_changed_is_kept_before(Shape shape) => Written(Fixtures.Compiled(shape), modules =>
    {
        var module = modules.All.Single();
        var before = module.Report.Before!;
        using var compiled = Fixtures.Compiled(shape).ReadWithSymbols();
        var known = compiled.GetTypes().SelectMany(type => type.Methods).Where(method => method.HasBody).ToDictionary(method => method.MetadataToken.ToUInt32(), CodeOf);
        var changed = module.Methods.Where(method => method.HasBody && known.TryGetValue(method.MetadataToken.ToUInt32(), out var text) && text != CodeOf(method)).ToList();
        Assert.That(changed, Has.Count.GreaterThan(300));
        Assert.That(changed.Except(before.Changed), Is.Empty);
    });

    /// <summary>
    /// Changes all parts of a body and its symbols at once. A rewrite rarely changes a handler or a symbol: only if it replaces an instruction where the
    /// handler or the symbol begins or ends.
    /// </summary>
    [Test]
    public void Whatever_a_body_and_its_symbols_say_comes_back()
    {
        using var compiled = Fixtures.Compile(
            Shape.Debug,
            """
            using System;
            using System.Threading.Tasks;

            public static class C
            {
                public static async Task<int> WaitAsync(int n)
                {
                    var before = n + 1;
                    try
                    {
                        await Task.Yield();
                    }
                    catch (FormatException e) when (e.Message.Length > before)
                    {
                        before += e.Message.Length;
                    }

                    return before;
                }
            }
            """).ReadWithSymbols();
        var method = compiled.GetTypes().SelectMany(type => type.Methods).Single(method => method.Name == "MoveNext");
        var text = Text(method);
        var before = new ModuleBefore(compiled);
        before.Keep(method, [method]);

        var body = method.Body;
        var (other, place) = (body.Instructions[1], new InstructionOffset(body.Instructions[1]));
        foreach (var handler in body.ExceptionHandlers)
        {
            (handler.TryStart, handler.TryEnd, handler.FilterStart, handler.HandlerStart, handler.HandlerEnd) = (other, other, other, other, other);
        }

        foreach (var async in method.CustomDebugInformations.OfType<AsyncMethodBodyDebugInformation>())
        {
            (async.CatchHandler, async.Yields[0], async.Resumes[0]) = (place, place, place);
        }

        foreach (var hoisted in method.CustomDebugInformations.OfType<StateMachineScopeDebugInformation>().SelectMany(machine => machine.Scopes))
        {
            (hoisted.Start, hoisted.End) = (place, place);
        }

        (method.DebugInformation.Scope.Start, method.DebugInformation.Scope.End) = (place, place);
        method.DebugInformation.SequencePoints.RemoveAt(0);
        body.InitLocals = !body.InitLocals;
        var changed = Text(method).Split('\n');
        Assert.That(changed.Except(text.Split('\n')).Count(), Is.AtLeast(6));
        before.Restore();
        Assert.That(Text(method), Is.EqualTo(text));
    }

    /// <summary>A weave that fails is repeated, and may change and restore the same code again.</summary>
    [Test]
    public void A_switch_can_be_restored_twice()
    {
        using var compiled = Fixtures.Compile(
            Shape.Release,
            """
            public static class C
            {
                public static int Of(int n) => n switch { 0 => 5, 1 => 8, 2 => 1, 3 => 9, 4 => 2, _ => 0 };
            }
            """).ReadWithSymbols();
        var method = compiled.GetTypes().SelectMany(type => type.Methods).Single(method => method.Name == "Of");
        var text = Text(method);
        var before = new ModuleBefore(compiled);
        before.Keep(method, [method]);
        for (var weave = 0; weave < 2; weave++)
        {
            var targets = (Instruction[])method.Body.Instructions.Single(instruction => instruction.OpCode.Code == Code.Switch).Operand;
            Array.Fill(targets, method.Body.Instructions[^1]);
            Assert.That(Text(method), Is.Not.EqualTo(text));
            before.Restore();
            Assert.That(Text(method), Is.EqualTo(text));
        }
    }

    private static (string Text, byte[] Image) Written(CompiledAssembly compiled, Action<WovenModules>? rewrites)
    {
        (string, byte[]) written = default;
        var weave = new WeavingRunner
        {
            Config = s_everything,
            Weaver = () => new ModuleWeaver { AfterRewrites = modules => Write(modules.All.Single().Definition, () => rewrites?.Invoke(modules)) },
            Prepare = module =>
            {
                // Gives the reference an old version, as an older weaver would have left it. The weave raises this version.
                module.AssemblyReferences.Single(reference => reference.Name == "PooledAwait.Runtime").Version = new Version(1, 0, 0, 0);
                if (rewrites == null)
                {
                    Write(module, () => { });
                }
            },
        };
        Assert.That(() => weave.Weave(compiled), Throws.InstanceOf<EnoughException>());
        return written;

        void Write(ModuleDefinition module, Action before)
        {
            before();
            foreach (var method in module.GetTypes().SelectMany(type => type.Methods).Where(method => method.HasBody))
            {
                _ = method.Body.Variables;
            }

            var text = string.Join("\n", module.GetTypes().SelectMany(type => type.Methods).Where(method => method.HasBody).Select(Text));
            using var image = new MemoryStream();
            module.Write(image);
            written = (text, image.ToArray());
            throw new EnoughException();
        }
    }

    private static string CodeOf(MethodDefinition method) => string.Join("\n", method.Body.Instructions);

    /// <summary>Returns a method's code and symbols as text.</summary>
    private static string Text(MethodDefinition method)
    {
        var debug = method.DebugInformation;
        string[] lines =
        [
            $"{method.Attributes} {method.ImplAttributes} {method.HasThis} {method.FullName} {method.Body.InitLocals}",
            .. method.Parameters.Select(parameter => $"{parameter.Name} {parameter.ParameterType}"),
            .. method.Body.Variables.Select(variable => $"{variable.Index} {variable.VariableType.FullName}"),
            .. method.Body.Instructions.Select(instruction => instruction.ToString()),
            .. method.Body.ExceptionHandlers.Select(handler => $"{handler.HandlerType} {handler.TryStart} {handler.TryEnd} {handler.FilterStart} {handler.HandlerStart} {handler.HandlerEnd}"),
            .. debug.SequencePoints.Select(point => $"{point.Offset} {point.StartLine}"),
            .. Scopes(debug.Scope),
            .. method.CustomDebugInformations.OfType<AsyncMethodBodyDebugInformation>().Select(async =>
                $"{async.CatchHandler.Offset} {string.Join(" ", async.Yields.Concat(async.Resumes).Select(place => place.Offset))}"),
            .. method.CustomDebugInformations.OfType<StateMachineScopeDebugInformation>().SelectMany(machine => machine.Scopes).Select(hoisted =>
                $"hoisted {hoisted.Start.Offset} {(hoisted.End.IsEndOfMethod ? -1 : hoisted.End.Offset)}"),
        ];
        return string.Join("\n", lines);
    }

    private static IEnumerable<string> Scopes(ScopeDebugInformation? scope) => scope == null ? [] :
    [
        $"{scope.Start.Offset} {(scope.End.IsEndOfMethod ? -1 : scope.End.Offset)} {string.Join(" ", scope.Variables.Select(variable => $"{variable.Index} {variable.Name}"))}",
        .. scope.Scopes.SelectMany(Scopes),
    ];

    /// <summary>Thrown to end a weave as soon as the test has what it needs.</summary>
    private sealed class EnoughException : OperationCanceledException;
}
