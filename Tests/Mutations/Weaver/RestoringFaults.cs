namespace Tests.Mutations.Weaver;

/// <summary>
/// Faults in the code that acts when the check finds unsound code. This code restores the module to its earlier state, and starts the weave again.
/// </summary>
internal static class RestoringFaults
{
    public static readonly IReadOnlyList<WeaverMutation> All =
    [
        new(
            "Methods that were added are not checked.",
            "SoundWeave.cs",
            "before.Changed.Concat(before.Added)",
            "before.Changed",
            "Verification.InWeaver.SoundWeaveTests"),
        new(
            "The report is not compared with the code.",
            "ReportedBodies.cs",
            "if (!accounts.Any(told.Contains))",
            "if (accounts.Count == 0)",
            "Verification.InWeaver.SoundWeaveTests"),
        new(
            "A change that the report alone knows passes.",
            "ReportedBodies.cs",
            "told.Where(method => !changed.Contains(method))",
            "told.Where(method => changed.Count == 0)",
            "Verification.InWeaver.SoundWeaveTests"),
        new(
            "What was found before the weave leaves its method alone.",
            "SoundWeave.cs",
            "about = [.. NewOf(about, origins)];",
            "",
            "Verification.InWeaver.FoundBeforeTests"),
        new(
            "What was found once before the weave passes however often it is found then.",
            "SoundWeave.cs",
            "alike.Skip(origins.SourceOf(alike.Key.Method) is { } source ? Before(source).Count(known => (known.Kind, known.Text) == (alike.Key.Kind, alike.Key.Text)) : 0)",
            "origins.SourceOf(alike.Key.Method) is { } source && Before(source).Any(known => (known.Kind, known.Text) == (alike.Key.Kind, alike.Key.Text)) ? [] : alike.AsEnumerable()",
            "Verification.InWeaver.FoundBeforeTests"),
        new(
            "What was found of one method before the weave passes in every other.",
            "SoundWeave.cs",
            ".SelectMany(alike => alike.Skip(origins.SourceOf(alike.Key.Method) is { } source ?",
            ".SelectMany(alike => about.Select(one => origins.SourceOf(one.Finding.Method)).Any(other => other != null && Before(other).Any(known => (known.Kind, known.Text) == (alike.Key.Kind, alike.Key.Text))) ? [] : alike.Skip(origins.SourceOf(alike.Key.Method) is { } source ?",
            "Verification.InWeaver.FoundBeforeTests"),
        new(
            "Attributes of the assembly stay as the weave left them.",
            "ModuleBefore.cs",
            "            BodyBefore.Fill(_module.Assembly.CustomAttributes, _attributes);\n",
            "            _ = _attributes;\n",
            "Together.UnsoundTests"),
        new(
            "Where nothing new was found the module stays as it was before the weave.",
            "SoundWeave.cs",
            "woven.ForEach(module => module.Restore());",
            "",
            "Verification.InWeaver.FoundBeforeTests"),
        new(
            "The second weave begins with what the first one left.",
            "SoundWeave.cs",
            "watched.ForEach(module => module.Report.Before!.Restore());\n        about",
            "about",
            "Verification.InWeaver.SoundWeaveTests"),
        new(
            "One finding leaves the whole assembly alone.",
            "SoundWeave.cs",
            "++_findings == Attempts",
            "++_findings > 0",
            "Verification.InWeaver.SoundWeaveTests"),
        new(
            "A weave that comes to no end is written as it is.",
            "SoundWeave.cs",
            "            _unsound.AddAll(new Unsoundness(about[0].Finding.ToString(), IsFailure: false));\n",
            "            return true;\n",
            "Verification.InWeaver.SoundWeaveTests"),
        new(
            "What is found of a twin leaves its callers alone, and not the method beside it.",
            "Origins.cs",
            "else if (original != null)",
            "else if (original != null && !_added.Contains(next))",
            "Verification.InWeaver.SoundWeaveTests"),
        new(
            "An instruction that was changed stays so.",
            "BodyBefore.cs",
            "            before.Restore();\n",
            "",
            "Verification.InWeaver.RestoringTests"),
        new(
            "A local variable keeps the type that it got.",
            "BodyBefore.cs",
            "variable.VariableType = type;",
            "",
            "Verification.InWeaver.RestoringTests"),
        new(
            "A handler keeps the bounds that it got.",
            "BodyBefore.cs",
            "(handler.TryStart, handler.TryEnd, handler.FilterStart, handler.HandlerStart, handler.HandlerEnd) = (_bounds[0], _bounds[1], _bounds[2], _bounds[3], _bounds[4]);",
            "",
            "Verification.InWeaver.RestoringTests"),
        new(
            "A field of a state machine keeps the type that it got.",
            "ModuleBefore.cs",
            "field.FieldType = type;",
            "",
            "Verification.InWeaver.RestoringTests"),
        new(
            "Attributes of methods stay as the weave left them.",
            "ModuleBefore.cs",
            "(Methods[i].Attributes, Methods[i].ImplAttributes) = _attributes[i];",
            "",
            "Verification.InWeaver.RestoringTests"),
        new(
            "A reference that the weave raised stays raised.",
            "ModuleBefore.cs",
            "_references[i].Version = _versions[i];",
            "",
            "Verification.InWeaver.RestoringTests"),
        new(
            "The range of a hoisted local stays as the weave left it.",
            "SymbolsBefore.cs",
            "_back.Add(() => (scope.Start, scope.End) = (start, end));",
            "",
            "Verification.InWeaver.RestoringTests"),
        new(
            "Where an await is resumed stays as the weave left it.",
            "SymbolsBefore.cs",
            "async.Resumes[i] = resumes[i];",
            "",
            "Verification.InWeaver.RestoringTests"),
    ];
}
