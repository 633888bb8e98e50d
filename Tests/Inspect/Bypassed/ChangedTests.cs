using System.Text.Json;
using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Verification;
using PooledAwait.Inspect.Checking;
using Tests.Compilation;

namespace Tests.Inspect.Bypassed;

/// <summary>Changes a woven assembly as another tool may. The check must report the changes that calls of second methods would bypass.</summary>
[Thorough]
[Parallelizable(ParallelScope.All)]
public sealed class ChangedTests
{
    private static readonly string[] s_methods = ["UnlockAsync", "ForwardAsync", "ChosenAsync", "ReadingAsync", "Called"];

    [Test]
    public void Nothing_is_found_in_what_nobody_changed()
    {
        using var door = new Door();

        Assert.That(SecondMethodSearch.In(door.Module).SelectMany(pair => pair.Methods).Where(method => method.DeclaringType == door.Type).Select(method => method.Name), Is.EquivalentTo(s_methods));
        Assert.That(door.Bypassed(), Is.Empty);
    }

    [TestCaseSource(nameof(s_methods))]
    public void A_method_that_another_one_is_put_around_is_found(string name)
    {
        using var door = new Door();
        Wrap(door.Method(name));

        Assert.That(door.Bypassed(), Has.One.StartsWith($"Door.{name}("));
    }

    [Test]
    public void A_call_that_is_added_is_found([ValueSource(nameof(s_methods))] string name, [Values] bool atEnd)
    {
        using var door = new Door();
        var il = door.Method(name).Body.GetILProcessor();
        var place = atEnd ? il.Body.Instructions.Last() : il.Body.Instructions.First();
        il.InsertBefore(place, il.Create(OpCodes.Ldstr, name));
        il.InsertBefore(place, il.Create(OpCodes.Call, door.Method("Log")));

        Assert.That(door.Bypassed(), Has.One.StartsWith($"Door.{name}("));
    }

    [TestCaseSource(nameof(s_methods))]
    public void A_handler_that_is_added_is_found(string name)
    {
        using var door = new Door();
        var body = door.Method(name).Body;
        var il = body.GetILProcessor();
        var last = body.Instructions.Last();
        var (handler, end) = (il.Create(OpCodes.Endfinally), il.Create(OpCodes.Nop));
        il.InsertBefore(last, handler);
        il.InsertBefore(last, end);
        body.ExceptionHandlers.Add(new ExceptionHandler(ExceptionHandlerType.Finally) { TryStart = body.Instructions[0], TryEnd = handler, HandlerStart = handler, HandlerEnd = end });

        Assert.That(door.Bypassed(), Has.One.StartsWith($"Door.{name}("));
    }

    [Test]
    public void A_branch_that_goes_elsewhere_is_found()
    {
        using var door = new Door();
        var body = door.Method("ChosenAsync").Body;
        body.Instructions.First(instruction => instruction.Operand is Instruction).Operand = body.Instructions[0];

        Assert.That(door.Bypassed(), Has.One.StartsWith("Door.ChosenAsync("));
    }

    [Test]
    public void Another_argument_of_a_forwarded_call_is_found()
    {
        using var door = new Door();
        var il = door.Method("ForwardAsync").Body.GetILProcessor();
        il.Replace(il.Body.Instructions.Single(instruction => instruction.OpCode.Code == Code.Ldarg_1), il.Create(OpCodes.Ldstr, "admin"));

        Assert.That(door.Bypassed(), Has.One.StartsWith("Door.ForwardAsync("));
    }

    [Test]
    public void What_counts_each_method_under_a_number_of_its_own_bypasses_nothing()
    {
        using var door = new Door();
        var number = 0;
        foreach (var method in door.Type.WithSecondMethods().Where(method => method.HasBody && method.Name is not ("Hit" or "Log")).ToList())
        {
            var il = method.Body.GetILProcessor();
            var first = il.Body.Instructions[0];
            il.InsertBefore(first, il.Create(OpCodes.Ldc_I4, number++));
            il.InsertBefore(first, il.Create(OpCodes.Call, door.Method("Hit")));
        }

        Assert.That(door.Bypassed(), Is.Empty);
    }

    [Test]
    public void A_method_that_a_trimmer_removed_or_emptied_has_nothing_to_bypass()
    {
        using var door = new Door();
        door.Type.Methods.Remove(door.Method("ForwardAsync"));
        var body = new MethodBody(door.Method("UnlockAsync"));
        body.GetILProcessor().Emit(OpCodes.Ldnull);
        body.GetILProcessor().Emit(OpCodes.Throw);
        door.Method("UnlockAsync").Body = body;

        Assert.That(door.Bypassed(), Is.Empty);
    }

    [Test]
    public void The_tool_says_it_of_an_assembly()
    {
        using var door = new Door();
        var sound = door.Write();
        Assert.Multiple(() =>
        {
            Assert.That(ToolRun.Run("check", sound), Is.EqualTo((0, "0 found in 1 assembly.\n", "")));
            Assert.That(ToolRun.Run("verify", sound).ExitCode, Is.Zero);
            Assert.That(ToolRun.Run("verify", sound, "--second-methods"), Is.EqualTo((0, "0 found in 8 second methods of 1 assembly.\n", "")));
        });

        Wrap(door.Method("UnlockAsync"));
        var changed = door.Write();

        var sentence = $"Door.UnlockAsync(string): {BypassedMethod.Sentence} [bypassed]\n";
        var (verified, json) = (ToolRun.Run("verify", changed), ToolRun.Run("check", changed, "--json"));
        Assert.Multiple(() =>
        {
            Assert.That(ToolRun.Run("check", changed), Is.EqualTo((2, $"Door.dll: {sentence}1 found in 1 assembly.\n", "")));
            Assert.That(verified.ExitCode, Is.EqualTo(2));
            Assert.That(verified.Output, Does.Contain(sentence));
            Assert.That(ToolRun.Run("verify", changed, "--second-methods"), Is.EqualTo((2, "Door.dll: Door.UnlockAsync(string)\n1 found in 8 second methods of 1 assembly.\n", "")));
            Assert.That(json.ExitCode, Is.EqualTo(2));
            Assert.That(JsonDocument.Parse(json.Output).RootElement[0].GetProperty("kind").GetString(), Is.EqualTo("bypassed"));
        });
    }

    /// <summary>Moves a method's code to a new method. The old method logs, and then calls the new method.</summary>
    private static void Wrap(MethodDefinition method)
    {
        var inner = new MethodDefinition(method.Name + "$inner", method.Attributes, method.ReturnType) { HasThis = method.HasThis };
        foreach (var parameter in method.Parameters)
        {
            inner.Parameters.Add(new ParameterDefinition(parameter.Name, parameter.Attributes, parameter.ParameterType));
        }

        inner.Body = method.Body;
        method.DeclaringType.Methods.Add(inner);
        method.Body = new MethodBody(method);
        var il = method.Body.GetILProcessor();
        il.Emit(OpCodes.Ldstr, method.Name);
        il.Emit(OpCodes.Call, method.DeclaringType.Methods.Single(other => other.Name == "Log"));
        for (var index = 0; index < method.Parameters.Count + (method.HasThis ? 1 : 0); index++)
        {
            il.Emit(OpCodes.Ldarg, index - (method.HasThis ? 1 : 0) < 0 ? method.Body.ThisParameter : method.Parameters[index - (method.HasThis ? 1 : 0)]);
        }

        il.Emit(OpCodes.Call, inner);
        il.Emit(OpCodes.Ret);
    }
}
